package dev.wheelhouse.core.schedules;

import java.util.Locale;

/** What happens once a console is back after due times that it was not there for. */
public enum MissedPolicy {
    /** One run for all of them. */
    RUN_ONCE,
    /** They stay missed. */
    SKIP;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static MissedPolicy of(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
