package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.signing.HomeSignature;
import dev.wheelhouse.core.platform.signing.HomeSigner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * That an event was the newest of its log at a moment, signed by a home: no event up to it can be cut off unseen.
 *
 * @param hash of that event
 * @param signedAt milliseconds since the epoch
 * @param signingKey of the home, as in {@link HomeSignature}
 * @param signature over {@link #text}
 */
record SignedHead(
        String organizationId,
        long ordinal,
        String hash,
        long signedAt,
        String homeId,
        String signingKey,
        String signature) {

    SignedHead {
        Objects.requireNonNull(organizationId);
        Objects.requireNonNull(hash);
        Objects.requireNonNull(homeId);
        Objects.requireNonNull(signingKey);
        Objects.requireNonNull(signature);
    }

    static Optional<SignedHead> of(
            String organizationId, ChainHead head, Instant now, String homeId, HomeSigner signer) {
        byte[] text = text(organizationId, head.ordinal(), head.hash(), now.toEpochMilli(), homeId);
        return signer.sign(text)
                .map(by -> new SignedHead(
                        organizationId,
                        head.ordinal(),
                        head.hash(),
                        now.toEpochMilli(),
                        homeId,
                        by.publicKey(),
                        by.signature()));
    }

    private static byte[] text(String organizationId, long ordinal, String hash, long signedAt, String homeId) {
        return String.join("\n", "wheelhouse audit head", organizationId, homeId, ordinal + "", hash, signedAt + "")
                .getBytes(StandardCharsets.UTF_8);
    }

    boolean isGenuine() {
        return new HomeSignature(signingKey, signature).covers(text(organizationId, ordinal, hash, signedAt, homeId));
    }

    /** For people, in a sentence about what is wrong. */
    String when() {
        return "the home " + homeId + " signed event " + ordinal + " as the newest at "
                + Instant.ofEpochMilli(signedAt);
    }
}
