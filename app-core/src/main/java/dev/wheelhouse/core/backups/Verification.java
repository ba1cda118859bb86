package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.json.WireName;

/** Whether a run's base was restored on trial. */
public enum Verification implements WireName {
    NONE,
    PASSED,
    /** That failed, or the destination has lost some of it. */
    FAILED
}
