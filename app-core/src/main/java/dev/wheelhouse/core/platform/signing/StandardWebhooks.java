package dev.wheelhouse.core.platform.signing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.random.RandomGenerator;

/**
 * The symmetric signatures of Standard Webhooks 1.0 ("Signature scheme", "Webhook headers", "Verifying webhook
 * authenticity"): {@code v1,} and the base64 of the HMAC-SHA256 of id, timestamp and body, with points between. Pure.
 */
public final class StandardWebhooks {

    /** How far the clocks of sender and receiver may differ. */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String PREFIX = "whsec_";
    private static final String VERSION = "v1,";
    private static final int BYTES = 32;
    private static final int LONGEST_TIMESTAMP = 12;

    private StandardWebhooks() {}

    /** {@code whsec_} and the base64 of 32 random bytes ("Signature scheme": 24 to 64 of them). */
    public static String newSecret(RandomGenerator random) {
        byte[] key = new byte[BYTES];
        random.nextBytes(key);
        return PREFIX + Base64.getEncoder().encodeToString(key);
    }

    /**
     * The bytes that a secret stands for.
     *
     * @throws IllegalArgumentException for another form than that of {@link #newSecret}
     */
    public static byte[] key(String secret) {
        if (!secret.startsWith(PREFIX)) {
            throw new IllegalArgumentException("A secret begins with " + PREFIX);
        }
        return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
    }

    /** One signature of the header {@code webhook-signature}; of the moment its whole seconds count. */
    public static String signature(String secret, String id, Instant at, byte[] body) {
        return signature(secret, id, Long.toString(at.getEpochSecond()), body);
    }

    private static String signature(String secret, String id, String timestamp, byte[] body) {
        byte[] before = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        return VERSION + Base64.getEncoder().encodeToString(HmacSha256.of(key(secret), before, body));
    }

    /**
     * Whether one of a message's signatures is of the secret, and its timestamp is of now. Takes as long for a wrong
     * signature as for a right one.
     *
     * @param timestamp the header {@code webhook-timestamp}: seconds since the epoch
     * @param signatures the header {@code webhook-signature}: several are separated by blanks
     */
    public static boolean isSigned(
            String secret, String id, String timestamp, String signatures, byte[] body, Instant now) {
        byte[] expected = signature(secret, id, timestamp, body).getBytes(StandardCharsets.UTF_8);
        boolean signed = false;
        for (String each : signatures.split(" ", -1)) {
            signed |= MessageDigest.isEqual(expected, each.getBytes(StandardCharsets.UTF_8));
        }
        return signed && isOfNow(timestamp, now);
    }

    private static boolean isOfNow(String timestamp, Instant now) {
        if (timestamp.isEmpty()
                || timestamp.length() > LONGEST_TIMESTAMP
                || !timestamp.chars().allMatch(each -> each >= '0' && each <= '9')) {
            return false;
        }
        Instant at = Instant.ofEpochSecond(Long.parseLong(timestamp));
        return Duration.between(at, now).abs().compareTo(TOLERANCE) <= 0;
    }
}
