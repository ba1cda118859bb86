package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;

/** Turns a presented token into the caller behind it. Thread-safe. */
public interface Authenticator {

    /**
     * @param token as presented, of any form
     * @param origin the face it came through
     * @param requestId names the call
     * @param address the peer's address
     * @throws AppException {@code unauthenticated} for a token that is unknown or revoked, {@code token_expired} for one
     *     past its day
     */
    Caller authenticate(String token, Origin origin, String requestId, String address);
}
