package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.json.WireName;

/** Whether all of a run's base was read, or restored on trial. */
public enum Verification implements WireName {
    NONE,
    PASSED,
    /** The destination has lost or changed some of it. */
    FAILED
}
