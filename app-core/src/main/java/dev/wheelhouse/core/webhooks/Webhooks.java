package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.delivery.Deliveries;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** The feature as the composition root and both faces see it. */
public final class Webhooks implements AutoCloseable {

    private static final Duration FIRST_LOOK = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofHours(1);

    private final WebhooksConfig parts;
    private final Deliveries deliveries;
    private final WebhookService service;
    private volatile List<Loop> loops = List.of();

    private Webhooks(WebhooksConfig parts) {
        this.parts = parts;
        JdbcWebhookStore webhooks = new JdbcWebhookStore(parts.store().isShared());
        WebhookSecrets secrets = new WebhookSecrets(parts.vault());
        WebhookTargets targets = new WebhookTargets(parts, webhooks, secrets);
        deliveries = new Deliveries(parts.deliveryParts(), targets);
        service = new WebhookService(parts, webhooks, secrets, targets, deliveries);
    }

    /** Makes the feature; nothing is asked of the state yet. */
    public static Webhooks open(WebhooksConfig parts) {
        return new Webhooks(parts);
    }

    /** Begins to deliver. */
    public void start() {
        deliveries.start();
        loops = List.of(parts.workers()
                .every(
                        "Removing secrets of webhooks that sign no longer",
                        FIRST_LOOK,
                        LOOK,
                        service::dropExpiredSecrets));
    }

    /** Disables what was set up with keys that are deleted. */
    public List<NewEvent> stopWorkOf(Transaction tx, String organizationId, Collection<String> keyIds) {
        return service.stopWorkOf(tx, organizationId, keyIds);
    }

    public WebhookService service() {
        return service;
    }

    @Override
    public void close() {
        loops.forEach(Loop::close);
        deliveries.close();
    }
}
