package dev.wheelhouse.api.webhooks;

import dev.wheelhouse.core.webhooks.WebhookDraft;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /outbound-webhooks}. */
record NewWebhookJson(
        String url, List<String> events, @Nullable Boolean enabled) {

    WebhookDraft toDraft() {
        return new WebhookDraft(url, events, enabled == null || enabled);
    }
}
