package dev.wheelhouse.core.webhooks;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs messages (Standard Webhooks 1.0, "Signature scheme" and "Webhook headers"). Pure. */
final class WebhookSignature {

    private static final String ALGORITHM = "HmacSHA256";

    private WebhookSignature() {}

    /**
     * The header {@code webhook-signature}: one {@code v1,…} for each secret, separated by blanks.
     *
     * @param at of the attempt; its whole seconds count
     */
    static String of(List<WebhookSecret> secrets, String id, Instant at, String body) {
        byte[] signed = (id + "." + at.getEpochSecond() + "." + body).getBytes(StandardCharsets.UTF_8);
        return secrets.stream().map(each -> "v1," + hmac(each.key(), signed)).collect(Collectors.joining(" "));
    }

    private static String hmac(byte[] key, byte[] signed) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return Base64.getEncoder().encodeToString(mac.doFinal(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java has no " + ALGORITHM, e);
        }
    }
}
