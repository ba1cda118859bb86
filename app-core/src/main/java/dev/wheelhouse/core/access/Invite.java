package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.json.WireName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An invite as it may be shown: never its token.
 *
 * @param email in lower case
 * @param role what who takes it becomes
 * @param invitedBy the member who made it
 * @param keyId the key that made it, and with which it ends; null for one made at a window or with a local token
 * @param again whether it is for a member who was here and has no key that works any more
 * @param expired whether it was found expired, whatever the clock says now
 * @param usedAt null until it is taken
 */
public record Invite(
        String id,
        String organizationId,
        String email,
        Role role,
        String invitedBy,
        @Nullable String keyId,
        boolean again,
        Instant createdAt,
        Instant expiresAt,
        boolean expired,
        @Nullable Instant usedAt) {

    /** What can be done with one. */
    public enum Status implements WireName {
        PENDING,
        USED,
        EXPIRED
    }

    Invite forWhoWasHere() {
        return new Invite(
                id, organizationId, email, role, invitedBy, keyId, true, createdAt, expiresAt, expired, usedAt);
    }

    /** @param now what is past its time is expired, before it is found so */
    public Status status(Instant now) {
        if (usedAt != null) {
            return Status.USED;
        }
        return expired || !now.isBefore(expiresAt) ? Status.EXPIRED : Status.PENDING;
    }
}
