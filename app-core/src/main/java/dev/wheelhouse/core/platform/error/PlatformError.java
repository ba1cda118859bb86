package dev.wheelhouse.core.platform.error;

/** Errors that any feature may raise. */
public enum PlatformError implements ErrorCode {
    VALIDATION_FAILED("validation_failed", ErrorKind.INVALID),
    BAD_REQUEST("bad_request", ErrorKind.INVALID),
    NOT_FOUND("not_found", ErrorKind.NOT_FOUND),
    INSUFFICIENT_SCOPE("insufficient_scope", ErrorKind.FORBIDDEN),
    ALREADY_EXISTS("already_exists", ErrorKind.CONFLICT),
    CONFLICT("conflict", ErrorKind.CONFLICT),
    STATE_INVALID("state_invalid", ErrorKind.CONFLICT),
    IN_USE("in_use", ErrorKind.CONFLICT),
    PRECONDITION_FAILED("precondition_failed", ErrorKind.CONFLICT),
    PAYLOAD_TOO_LARGE("payload_too_large", ErrorKind.LIMIT),
    BUSY("busy", ErrorKind.UNAVAILABLE),
    SHUTTING_DOWN("shutting_down", ErrorKind.UNAVAILABLE),
    /** A database, a server or a provider cannot be reached, refused the login, or went away. */
    UPSTREAM_FAILED("upstream_failed", ErrorKind.UNAVAILABLE),
    UPSTREAM_TIMEOUT("upstream_timeout", ErrorKind.UNAVAILABLE),
    /** The console's own state cannot be asked now. */
    STORE_UNAVAILABLE("store_unavailable", ErrorKind.UNAVAILABLE),
    STORAGE_FULL("storage_full", ErrorKind.UNAVAILABLE),
    CANCELLED("cancelled", ErrorKind.CANCELLED),
    INTERNAL("internal", ErrorKind.INTERNAL);

    private final String code;
    private final ErrorKind kind;

    PlatformError(String code, ErrorKind kind) {
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
