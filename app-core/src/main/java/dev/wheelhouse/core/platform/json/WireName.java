package dev.wheelhouse.core.platform.json;

import java.util.Locale;

/** An enum whose constants are sent and stored under their names in lower case, such as {@code timed_out}. */
public interface WireName {

    /** {@link Enum#name()}. */
    String name();

    default String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The constant of that wire name.
     *
     * @throws IllegalArgumentException when there is none
     */
    static <E extends WireName> E of(Class<E> type, String wireName) {
        for (E each : type.getEnumConstants()) {
            if (each.wireName().equals(wireName)) {
                return each;
            }
        }
        throw new IllegalArgumentException("No " + type.getSimpleName() + " is called " + wireName);
    }
}
