package dev.wheelhouse.api.vault;

import dev.wheelhouse.core.platform.secret.VaultInvitation;
import java.time.Instant;

/** An invitation and, this once, its code. */
record VaultInvitationJson(String id, String code, Instant expiresAt) {

    static VaultInvitationJson from(VaultInvitation made) {
        return new VaultInvitationJson(made.id(), made.code(), made.expiresAt());
    }

    @Override
    public String toString() {
        return "VaultInvitationJson[" + id + "]";
    }
}
