package dev.wheelhouse.core.platform.error;

/** Errors that any feature may raise. */
public enum PlatformError implements ErrorCode {
    VALIDATION_FAILED(ErrorKind.INVALID),
    BAD_REQUEST(ErrorKind.INVALID),
    NOT_FOUND(ErrorKind.NOT_FOUND),
    INSUFFICIENT_SCOPE(ErrorKind.FORBIDDEN),
    ALREADY_EXISTS(ErrorKind.CONFLICT),
    /** What is asked for is being done, and is done once at a time. */
    ALREADY_RUNNING(ErrorKind.CONFLICT),
    CONFLICT(ErrorKind.CONFLICT),
    /** The caller has to say that it is meant; the message says what for. */
    CONFIRMATION_REQUIRED(ErrorKind.CONFLICT),
    STATE_INVALID(ErrorKind.CONFLICT),
    IN_USE(ErrorKind.CONFLICT),
    PRECONDITION_FAILED(ErrorKind.CONFLICT),
    PAYLOAD_TOO_LARGE(ErrorKind.LIMIT),
    /** Too many requests or tries; with {@link RetryAfter}. */
    RATE_LIMITED(ErrorKind.LIMIT),
    BUSY(ErrorKind.UNAVAILABLE),
    SHUTTING_DOWN(ErrorKind.UNAVAILABLE),
    /** A database, a server or a provider cannot be reached, refused the login, or went away. */
    UPSTREAM_FAILED(ErrorKind.UNAVAILABLE),
    UPSTREAM_TIMEOUT(ErrorKind.UNAVAILABLE),
    /** The console's own state cannot be asked now. */
    STORE_UNAVAILABLE(ErrorKind.UNAVAILABLE),
    STORAGE_FULL(ErrorKind.UNAVAILABLE),
    CANCELLED(ErrorKind.CANCELLED),
    INTERNAL(ErrorKind.INTERNAL);

    private final ErrorKind kind;

    PlatformError(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
