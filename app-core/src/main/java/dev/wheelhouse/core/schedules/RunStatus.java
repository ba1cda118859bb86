package dev.wheelhouse.core.schedules;

import java.util.Locale;

/** Where a run stands; all but the first two are final. */
public enum RunStatus {
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

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static RunStatus of(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
