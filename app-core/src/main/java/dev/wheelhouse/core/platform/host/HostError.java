package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of trusting a machine. Both carry a {@link HostKeyFound}. */
public enum HostError implements ErrorCode {
    /** The machine showed a key that nobody has trusted yet. */
    HOST_KEY_UNKNOWN("host_key_unknown", ErrorKind.CONFLICT),
    /** The machine showed another key than the one that is trusted. */
    HOST_KEY_CHANGED("host_key_changed", ErrorKind.CONFLICT);

    private final String code;
    private final ErrorKind kind;

    HostError(String code, ErrorKind kind) {
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
