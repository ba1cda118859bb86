package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.json.WireName;

/** What asked for a deployment. */
public enum DeploymentTrigger implements WireName {
    MANUAL,
    /** A request of the provider. */
    PUSH,
    /** A look at the branch. */
    POLL,
    ROLLBACK;

    /** Whether nobody asked for it by hand, but a commit that was pushed. */
    boolean isOfPush() {
        return this == PUSH || this == POLL;
    }
}
