package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of the vault. */
public enum VaultError implements ErrorCode {
    /** A secret is needed, and the passphrase that opens this home's keys was not given yet. */
    VAULT_LOCKED(ErrorKind.CONFLICT);

    private final ErrorKind kind;

    VaultError(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
