package dev.wheelhouse.core.schedules;

import java.util.Locale;

/** What asked for a run. */
public enum RunTrigger {
    /** A due time. */
    SCHEDULE,
    /** A person or a program, now. */
    MANUAL,
    /** Due times that were missed, all of them together. */
    CATCH_UP;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static RunTrigger of(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
