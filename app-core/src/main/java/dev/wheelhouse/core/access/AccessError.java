package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of credentials, members, invites and roles. */
public enum AccessError implements ErrorCode {
    UNAUTHENTICATED(ErrorKind.UNAUTHENTICATED),
    TOKEN_EXPIRED(ErrorKind.UNAUTHENTICATED),
    INVITE_MALFORMED(ErrorKind.INVALID),
    INVITE_EXPIRED(ErrorKind.CONFLICT),
    INVITE_USED(ErrorKind.CONFLICT),
    /** An organization has an owner at any time. */
    LAST_OWNER(ErrorKind.CONFLICT);

    private final ErrorKind kind;

    AccessError(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
