package dev.wheelhouse.core.platform.secret;

import java.time.Instant;

/**
 * An invitation as it is made.
 *
 * @param code for the start of another home with {@code --join}; shown once
 */
public record VaultInvitation(String id, String code, Instant expiresAt) {

    @Override
    public String toString() {
        return "VaultInvitation[" + id + "]";
    }
}
