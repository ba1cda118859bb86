package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of credentials, members and roles. */
public enum AccessError implements ErrorCode {
    UNAUTHENTICATED("unauthenticated", ErrorKind.UNAUTHENTICATED),
    TOKEN_EXPIRED("token_expired", ErrorKind.UNAUTHENTICATED),
    VAULT_LOCKED("vault_locked", ErrorKind.UNAVAILABLE);

    private final String code;
    private final ErrorKind kind;

    AccessError(String code, ErrorKind kind) {
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
