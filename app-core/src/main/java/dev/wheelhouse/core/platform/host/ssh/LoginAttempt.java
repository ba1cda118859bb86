package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.error.AppException;
import org.jspecify.annotations.Nullable;

/** What one attempt to log in found out, from the library's threads. Thread-safe. */
final class LoginAttempt {

    private final SshTarget target;
    private final HostTrust trust;
    private volatile @Nullable HostKey shown;
    private volatile @Nullable AppException refusal;

    LoginAttempt(SshTarget target, HostTrust trust) {
        this.target = target;
        this.trust = trust;
    }

    SshTarget target() {
        return target;
    }

    HostTrust trust() {
        return trust;
    }

    /** Tells the key that the server shows; false ends the attempt. */
    boolean shows(HostKey key) {
        shown = key;
        return switch (trust.judge(key)) {
            case TRUSTED -> true;
            case UNKNOWN -> {
                refusal = SshFailures.unknownKey(target, key);
                yield false;
            }
            case CHANGED -> {
                refusal = SshFailures.changedKey(target, key);
                yield false;
            }
        };
    }

    @Nullable
    HostKey shown() {
        return shown;
    }

    /** Why the server's key was not accepted; null when it was, or was not shown. */
    @Nullable
    AppException refusal() {
        return refusal;
    }
}
