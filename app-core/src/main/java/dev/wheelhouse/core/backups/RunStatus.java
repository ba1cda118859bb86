package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.json.WireName;

/** The state of a run. The last three are final. */
public enum RunStatus implements WireName {
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
