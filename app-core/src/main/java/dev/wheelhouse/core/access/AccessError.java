package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of credentials, members and roles. */
public enum AccessError implements ErrorCode {
    UNAUTHENTICATED(ErrorKind.UNAUTHENTICATED),
    TOKEN_EXPIRED(ErrorKind.UNAUTHENTICATED);

    private final ErrorKind kind;

    AccessError(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
