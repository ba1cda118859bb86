package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.json.WireName;

/** What happens at a due time while a run of the same schedule is not over. */
public enum Overlap implements WireName {
    /** That due time is skipped, with a row that says so. */
    SKIP,
    /** It runs after those before it. */
    QUEUE,
    /** What runs is killed, and it runs then. */
    KILL_PREVIOUS
}
