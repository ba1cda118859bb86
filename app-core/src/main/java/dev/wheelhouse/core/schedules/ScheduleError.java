package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of schedules. */
public enum ScheduleError implements ErrorCode {
    /** A run of it is not over, and its overlap policy is to skip. */
    ALREADY_RUNNING;

    @Override
    public ErrorKind kind() {
        return ErrorKind.CONFLICT;
    }
}
