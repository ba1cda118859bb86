package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Scope;
import java.time.Instant;
import java.util.Set;
import org.jdbi.v3.core.mapper.Nested;

/**
 * A stored key with the role that its member has now.
 *
 * @param expired whether it was found expired, whatever the clock says now
 */
record KeyOfMember(@Nested ApiKey key, String tokenHash, boolean expired, Role role) {

    boolean isExpired(Instant now) {
        Instant end = key.expiresAt();
        return expired || (end != null && !now.isBefore(end));
    }

    /** What the key may do now: its scopes within the role. */
    Set<Scope> effectiveScopes() {
        return key.mayAll() ? role.scopes() : role.scopesAmong(key.scopes());
    }
}
