package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.event.EventSubscription;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import java.net.URI;
import java.util.List;
import java.util.Objects;

/**
 * What somebody wants of a webhook.
 *
 * @param events as {@link EventSubscription#of} takes them
 */
public record WebhookDraft(String url, List<String> events, boolean enabled) {

    public WebhookDraft {
        events = List.copyOf(events);
    }

    public static WebhookDraft of(Webhook webhook) {
        return new WebhookDraft(webhook.url().toString(), webhook.events(), webhook.enabled());
    }

    record Checked(URI url, List<String> events, boolean enabled) {}

    /**
     * Checks all fields; nothing is sent.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code validation_failed} on {@code url} and each
     *     {@code events[i]}
     */
    Checked check(OutgoingRequests outgoing) {
        Problems problems = new Problems();
        URI checkedUrl = problems.or(() -> {
            URI parsed = OutgoingTargets.parseWithQuery("url", url);
            outgoing.check("url", parsed);
            return parsed;
        });
        EventSubscription subscription = problems.or(() -> EventSubscription.of(events));
        problems.throwIfAny();
        return new Checked(
                Objects.requireNonNull(checkedUrl),
                Objects.requireNonNull(subscription).patterns(),
                enabled);
    }
}
