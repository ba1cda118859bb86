package dev.wheelhouse.core.platform.error;

import java.util.Locale;

/** A stable, documented name for one cause of failure. Each feature has one enum of them. */
public interface ErrorCode {

    /** {@link Enum#name()}. */
    String name();

    /** The wire name, lower snake case, unique in the whole product. */
    default String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    ErrorKind kind();
}
