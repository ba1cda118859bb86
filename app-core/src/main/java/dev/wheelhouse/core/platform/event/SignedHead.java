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
 * @param oldest ordinal of the oldest event that was kept at that moment
 * @param hash of the newest event
 * @param signedAt milliseconds since the epoch
 * @param signingKey of the home, as in {@link HomeSignature}
 * @param signature over {@link #text}
 */
record SignedHead(
        String organizationId,
        long oldest,
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
            String organizationId, long oldest, ChainHead head, Instant now, String homeId, HomeSigner signer) {
        long at = now.toEpochMilli();
        return signer.sign(text(organizationId, homeId, oldest, head, at))
                .map(by -> new SignedHead(
                        organizationId,
                        oldest,
                        head.ordinal(),
                        head.hash(),
                        at,
                        homeId,
                        by.publicKey(),
                        by.signature()));
    }

    private static byte[] text(String organizationId, String homeId, long oldest, ChainHead head, long signedAt) {
        return String.join(
                        "\n",
                        "wheelhouse audit head",
                        organizationId,
                        homeId,
                        Long.toString(oldest),
                        Long.toString(head.ordinal()),
                        head.hash(),
                        Long.toString(signedAt))
                .getBytes(StandardCharsets.UTF_8);
    }

    boolean isGenuine() {
        return new HomeSignature(signingKey, signature)
                .covers(text(organizationId, homeId, oldest, new ChainHead(ordinal, hash), signedAt));
    }

    /** For people, in a sentence about what is wrong. */
    String when() {
        return "the home " + homeId + " signed event " + ordinal + " as the newest at "
                + Instant.ofEpochMilli(signedAt);
    }
}
