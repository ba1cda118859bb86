package dev.wheelhouse.core.platform.idempotency;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Why a call with an idempotency key is refused. */
public enum IdempotencyError implements ErrorCode {
    /** The key was used with another body. */
    IDEMPOTENCY_MISMATCH(ErrorKind.INVALID),
    /** The call that the key was sent with first has not been answered yet. */
    IDEMPOTENCY_IN_PROGRESS(ErrorKind.CONFLICT);

    private final ErrorKind kind;

    IdempotencyError(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
