package dev.wheelhouse.core.apps.runtime;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of apps. */
public enum AppError implements ErrorCode {
    /** The server has not got the image of an app's containers; it can be pulled. */
    IMAGE_MISSING("image_missing", ErrorKind.CONFLICT);

    private final String code;
    private final ErrorKind kind;

    AppError(String code, ErrorKind kind) {
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
