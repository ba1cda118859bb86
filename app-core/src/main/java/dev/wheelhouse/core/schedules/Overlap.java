package dev.wheelhouse.core.schedules;

import java.util.Locale;

/** What happens at a due time while a run of the same schedule is not over. */
public enum Overlap {
    /** That due time is skipped, with a row that says so. */
    SKIP,
    /** It runs after those before it. */
    QUEUE,
    /** What runs is killed, and it runs then. */
    KILL_PREVIOUS;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Overlap of(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
