package dev.wheelhouse.core.webhooks;

import java.util.Base64;
import java.util.random.RandomGenerator;

/**
 * What a webhook's messages are signed with: {@code whsec_} and the base64 of 32 random bytes (Standard Webhooks 1.0,
 * "Signature scheme": 24 to 64 of them).
 */
public record WebhookSecret(String text) {

    private static final String PREFIX = "whsec_";
    private static final int BYTES = 32;

    /** @throws IllegalArgumentException for another form */
    public WebhookSecret {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException("A secret begins with " + PREFIX);
        }
    }

    static WebhookSecret generate(RandomGenerator random) {
        byte[] key = new byte[BYTES];
        random.nextBytes(key);
        return new WebhookSecret(PREFIX + Base64.getEncoder().encodeToString(key));
    }

    byte[] key() {
        return Base64.getDecoder().decode(text.substring(PREFIX.length()));
    }

    /** Never the secret itself. */
    @Override
    public String toString() {
        return "WebhookSecret[…]";
    }
}
