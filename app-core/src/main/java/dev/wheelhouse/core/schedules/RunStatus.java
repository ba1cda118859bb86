package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.json.WireName;

/** The state of a run; all but the first two are final. */
public enum RunStatus implements WireName {
    QUEUED,
    RUNNING,
    SUCCEEDED,
    FAILED,
    TIMED_OUT,
    CANCELLED,
    /** The run before it was not over. */
    SKIPPED,
    /** No console was there. */
    MISSED;

    public boolean isFinal() {
        return switch (this) {
            case QUEUED, RUNNING -> false;
            case SUCCEEDED, FAILED, TIMED_OUT, CANCELLED, SKIPPED, MISSED -> true;
        };
    }
}
