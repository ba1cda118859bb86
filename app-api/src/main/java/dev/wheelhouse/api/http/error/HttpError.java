package dev.wheelhouse.api.http.error;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors that only exist because a call came over HTTP. */
public enum HttpError implements ErrorCode {
    MALFORMED_JSON("malformed_json", ErrorKind.INVALID),
    HOST_REJECTED("host_rejected", ErrorKind.FORBIDDEN),
    ORIGIN_REJECTED("origin_rejected", ErrorKind.FORBIDDEN),
    METHOD_NOT_ALLOWED("method_not_allowed", ErrorKind.INVALID),
    NOT_ACCEPTABLE("not_acceptable", ErrorKind.INVALID),
    UNSUPPORTED_MEDIA_TYPE("unsupported_media_type", ErrorKind.INVALID),
    REQUEST_TIMEOUT("request_timeout", ErrorKind.LIMIT),
    RANGE_NOT_SATISFIABLE("range_not_satisfiable", ErrorKind.INVALID),
    URI_TOO_LONG("uri_too_long", ErrorKind.LIMIT),
    HEADERS_TOO_LARGE("headers_too_large", ErrorKind.LIMIT);

    private final String code;
    private final ErrorKind kind;

    HttpError(String code, ErrorKind kind) {
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
