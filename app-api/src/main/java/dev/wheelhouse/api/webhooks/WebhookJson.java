package dev.wheelhouse.api.webhooks;

import dev.wheelhouse.core.webhooks.Webhook;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A webhook on the wire. */
record WebhookJson(
        String id,
        String url,
        List<String> events,
        boolean enabled,
        @Nullable String disabledReason,
        boolean failing,
        int pending,
        @Nullable Instant previousSecretUntil,
        Instant createdAt,
        @Nullable String secret) {

    /**
     * @param failing those whose last attempt failed
     * @param pending how many deliveries wait for a retry, by webhook
     */
    static WebhookJson from(Webhook webhook, Set<String> failing, Map<String, Integer> pending) {
        return from(webhook, failing.contains(webhook.id()), pending.getOrDefault(webhook.id(), 0), null);
    }

    /** @param secret shown this one time; null for not at all */
    static WebhookJson from(Webhook webhook, boolean failing, int pending, @Nullable String secret) {
        return new WebhookJson(
                webhook.id(),
                webhook.url().toString(),
                webhook.events(),
                webhook.enabled(),
                webhook.disabledReason(),
                failing,
                pending,
                webhook.previousSecretUntil(),
                webhook.createdAt(),
                secret);
    }
}
