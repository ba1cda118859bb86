package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.Role;
import java.time.Instant;
import java.util.Set;

/** An invite on the wire, without its token. */
record InviteJson(
        String id,
        String email,
        Role role,
        Invite.Status status,
        boolean opensVault,
        String invitedBy,
        Instant createdAt,
        Instant expiresAt) {

    /** @param opening ids of those that open the vault */
    static InviteJson from(Invite invite, Set<String> opening, Instant now) {
        return new InviteJson(
                invite.id(),
                invite.email(),
                invite.role(),
                invite.status(now),
                opening.contains(invite.id()),
                invite.invitedBy(),
                invite.createdAt(),
                invite.expiresAt());
    }
}
