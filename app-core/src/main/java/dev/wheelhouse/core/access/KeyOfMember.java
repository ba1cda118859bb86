package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Scope;
import java.util.Set;
import org.jdbi.v3.core.mapper.Nested;

/** A stored key with the role that its member has now. */
record KeyOfMember(@Nested ApiKey key, String tokenHash, Role role) {

    /** What the key may do now: its scopes within the role. */
    Set<Scope> effectiveScopes() {
        return key.mayAll() ? role.scopes() : role.scopesAmong(key.scopes());
    }
}
