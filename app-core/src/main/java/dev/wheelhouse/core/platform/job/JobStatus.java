package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.json.WireName;

/** The state of a job. The last three are final. */
public enum JobStatus implements WireName {
    QUEUED,
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELLED;

    public boolean isFinal() {
        return switch (this) {
            case QUEUED, RUNNING -> false;
            case SUCCEEDED, FAILED, CANCELLED -> true;
        };
    }
}
