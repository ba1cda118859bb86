package dev.wheelhouse.api.webhooks;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.webhooks.Webhook;
import dev.wheelhouse.core.webhooks.WebhookDraft;
import java.util.List;

/** The body of {@code PATCH /outbound-webhooks/{id}}: a merge patch (RFC 7396). */
record WebhookPatchJson(Patch<String> url, Patch<List<String>> events, Patch<Boolean> enabled) {

    WebhookDraft toDraft(Webhook current) {
        return new WebhookDraft(
                url.applyRequired("url", current.url().toString()),
                events.applyRequired("events", current.events()),
                enabled.applyRequired("enabled", current.enabled()));
    }
}
