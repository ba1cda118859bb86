package dev.wheelhouse.core.apps.runtime;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of apps. */
public enum AppError implements ErrorCode {
    /** The server has not got the image of an app's containers; it can be pulled. */
    IMAGE_MISSING;

    @Override
    public ErrorKind kind() {
        return ErrorKind.CONFLICT;
    }
}
