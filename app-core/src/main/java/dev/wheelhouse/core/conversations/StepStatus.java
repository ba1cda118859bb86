package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.json.WireName;

/** How far a step of a plan is; the last three are final. */
public enum StepStatus implements WireName {
    PROPOSED,
    /** Waits for those before it. */
    APPROVED,
    RUNNING,
    SUCCEEDED,
    FAILED,
    SKIPPED
}
