package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of schedules. */
public enum ScheduleError implements ErrorCode {
    /** A run of it is not over, and its overlap policy is to skip. */
    ALREADY_RUNNING("already_running", ErrorKind.CONFLICT);

    private final String code;
    private final ErrorKind kind;

    ScheduleError(String code, ErrorKind kind) {
        this.code = code;
        this.kind = kind;
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
