package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.json.WireName;

/** How far a plan is. */
public enum PlanStatus implements WireName {
    /** At least one step waits for approval. */
    PROPOSED,
    RUNNING,
    /** Every step that was approved succeeded, and none is left. */
    SUCCEEDED,
    /** A step failed; what came after it was not done. */
    FAILED,
    REJECTED,
    /** Nobody approved what was left in time. */
    EXPIRED
}
