package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.Role;
import java.time.Instant;

/** An invite on the wire, without its token. */
record InviteJson(
        String id,
        String email,
        Role role,
        Invite.Status status,
        String invitedBy,
        Instant createdAt,
        Instant expiresAt) {

    static InviteJson from(Invite invite, Instant now) {
        return new InviteJson(
                invite.id(),
                invite.email(),
                invite.role(),
                invite.status(now),
                invite.invitedBy(),
                invite.createdAt(),
                invite.expiresAt());
    }
}
