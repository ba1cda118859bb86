package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.json.WireName;

/** What asked for a run. */
public enum RunTrigger implements WireName {
    /** A due time. */
    SCHEDULE,
    /** A person or a program, now. */
    MANUAL,
    /** Due times that were missed, all of them together. */
    CATCH_UP
}
