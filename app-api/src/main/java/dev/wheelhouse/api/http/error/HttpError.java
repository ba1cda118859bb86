package dev.wheelhouse.api.http.error;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors that only exist because a call came over HTTP. */
public enum HttpError implements ErrorCode {
    MALFORMED_JSON(ErrorKind.INVALID),
    HOST_REJECTED(ErrorKind.FORBIDDEN),
    ORIGIN_REJECTED(ErrorKind.FORBIDDEN),
    METHOD_NOT_ALLOWED(ErrorKind.INVALID),
    NOT_ACCEPTABLE(ErrorKind.INVALID),
    UNSUPPORTED_MEDIA_TYPE(ErrorKind.INVALID),
    REQUEST_TIMEOUT(ErrorKind.LIMIT),
    RANGE_NOT_SATISFIABLE(ErrorKind.INVALID),
    URI_TOO_LONG(ErrorKind.LIMIT),
    HEADERS_TOO_LARGE(ErrorKind.LIMIT);

    private final ErrorKind kind;

    HttpError(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
