package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.CreatedInvite;
import dev.wheelhouse.core.access.Role;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A new invite and, this one time, its token. */
record CreatedInviteJson(
        String id,
        String email,
        Role role,
        String token,
        Instant createdAt,
        Instant expiresAt,
        boolean mailed,
        @Nullable String mailError) {

    static CreatedInviteJson from(CreatedInvite created) {
        return new CreatedInviteJson(
                created.invite().id(),
                created.invite().email(),
                created.invite().role(),
                created.token(),
                created.invite().createdAt(),
                created.invite().expiresAt(),
                created.mailed(),
                created.mailError());
    }
}
