package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.json.WireName;

/** What a deployment does, in this order; each has those steps that apply to it. */
public enum StepName implements WireName {
    /** Looks whether it can be done, and makes the place for it. */
    PREPARE,
    /** Fetches the commit and lays it on the server. */
    CLONE,
    BUILD,
    PRE_DEPLOY,
    /** Switches to the new release. */
    RELEASE,
    HEALTH_CHECK,
    POST_DEPLOY,
    /** Removes releases that are kept no longer. */
    CLEANUP
}
