package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.delivery.Target;
import dev.wheelhouse.core.platform.delivery.Targets;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The webhooks as what events are delivered to. */
final class WebhookTargets implements Targets {

    private final WebhooksConfig parts;
    private final JdbcWebhookStore webhooks;
    private final WebhookSecrets secrets;

    WebhookTargets(WebhooksConfig parts, JdbcWebhookStore webhooks, WebhookSecrets secrets) {
        this.parts = parts;
        this.webhooks = webhooks;
        this.secrets = secrets;
    }

    @Override
    public List<Key> enabled(Transaction tx) {
        return webhooks.enabled(tx);
    }

    @Override
    public Optional<Target> find(Key key) {
        return parts.store()
                .read(tx -> webhooks.find(tx, key.organizationId(), key.id()))
                .filter(Webhook::enabled)
                .map(this::of);
    }

    /** @throws dev.wheelhouse.core.platform.error.AppException {@code vault_locked} */
    Target of(Webhook webhook) {
        Instant until = webhook.previousSecretUntil();
        List<WebhookSecret> all = new ArrayList<>(List.of(secrets.get(webhook.id())));
        if (until != null && parts.clock().instant().isBefore(until)) {
            secrets.findPrevious(webhook.id()).ifPresent(all::add);
        }
        return new WebhookTarget(webhook, all, parts.outgoing(), parts.limits());
    }

    @Override
    public boolean isDisabledFor(Trouble trouble, Transaction tx, Key key, String reason) {
        if (trouble == Trouble.FAILING) {
            return false;
        }
        Optional<Webhook> webhook = webhooks.lock(tx, key.organizationId(), key.id());
        if (webhooks.disable(tx, key.id(), reason)) {
            parts.events().appendOfConsole(tx, key.organizationId(), disabled(webhook.orElseThrow(), reason));
        }
        return true;
    }

    /** Programs are told of each event. */
    @Override
    public boolean paced() {
        return false;
    }

    static NewEvent disabled(Webhook webhook, String reason) {
        return new NewEvent(EventKind.WEBHOOK_DISABLED, webhook.id(), Map.of("host", webhook.name(), "reason", reason));
    }
}
