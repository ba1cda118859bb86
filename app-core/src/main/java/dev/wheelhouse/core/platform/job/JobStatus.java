package dev.wheelhouse.core.platform.job;

import java.util.Locale;

/** Where a job stands. The last three are final. */
public enum JobStatus {
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

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static JobStatus of(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
