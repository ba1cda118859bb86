package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.json.WireName;

/** How far a deployment is. A final status never changes. */
public enum DeploymentStatus implements WireName {
    QUEUED,
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELLED;

    public boolean isFinal() {
        return this != QUEUED && this != RUNNING;
    }
}
