package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of trusting a machine. Both carry a {@link HostKeyFound}. */
public enum HostError implements ErrorCode {
    /** The machine showed a key that nobody has trusted yet. */
    HOST_KEY_UNKNOWN,
    /** The machine showed another key than the one that is trusted. */
    HOST_KEY_CHANGED;

    @Override
    public ErrorKind kind() {
        return ErrorKind.CONFLICT;
    }
}
