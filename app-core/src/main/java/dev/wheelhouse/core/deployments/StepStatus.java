package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.json.WireName;

/** How far a step of a deployment is. */
public enum StepStatus implements WireName {
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELLED,
    SKIPPED
}
