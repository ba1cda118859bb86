package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Scope;
import java.util.EnumSet;
import java.util.Set;
import org.jdbi.v3.core.mapper.Nested;

/** A stored key with the role that its member has now. */
record KeyOfMember(@Nested ApiKey key, String tokenHash, Role role) {

    /** What the key may do now: its scopes within the role. */
    Set<Scope> effectiveScopes() {
        Set<Scope> allowed = role.scopes();
        if (key.mayAll()) {
            return allowed;
        }
        Set<Scope> effective = EnumSet.noneOf(Scope.class);
        for (String name : key.scopes()) {
            Scope.find(name).filter(allowed::contains).ifPresent(effective::add);
        }
        return Set.copyOf(effective);
    }
}
