package dev.wheelhouse.core.platform.secret;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A home that may open the vault.
 *
 * @param name of its machine, as it was when it joined
 * @param publicKey what data keys are wrapped for: X25519, 32 bytes as base64url without padding
 * @param signingKey Ed25519, likewise
 * @param lastSeenAt when its console last gave a sign of life, by its own clock; null when it never did
 */
public record VaultHome(
        String id,
        String name,
        String publicKey,
        String signingKey,
        Instant joinedAt,
        @Nullable Instant lastSeenAt) {}
