package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.signing.StandardWebhooks;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Signs messages (Standard Webhooks 1.0, "Signature scheme" and "Webhook headers"). Pure. */
final class WebhookSignature {

    private WebhookSignature() {}

    /**
     * The header {@code webhook-signature}: one {@code v1,…} for each secret, separated by blanks.
     *
     * @param at of the attempt; its whole seconds count
     */
    static String of(List<WebhookSecret> secrets, String id, Instant at, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return secrets.stream()
                .map(each -> StandardWebhooks.signature(each.text(), id, at, bytes))
                .collect(Collectors.joining(" "));
    }
}
