package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.delivery.Answer;
import dev.wheelhouse.core.platform.delivery.Deliveries;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.core.platform.delivery.Message;
import dev.wheelhouse.core.platform.delivery.Target;
import dev.wheelhouse.core.platform.delivery.Targets;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The webhooks of an organization and what was delivered to them. Thread-safe. */
public final class WebhookService {

    /** After a rotation the secret before signs beside the new one for so long. */
    public static final Duration BOTH_SIGN = Duration.ofHours(24);

    private static final int MOST = 100;

    private final WebhooksConfig parts;
    private final JdbcWebhookStore webhooks;
    private final WebhookSecrets secrets;
    private final WebhookTargets targets;
    private final Deliveries deliveries;
    private final Revisions<Webhook> revisions;

    WebhookService(
            WebhooksConfig parts,
            JdbcWebhookStore webhooks,
            WebhookSecrets secrets,
            WebhookTargets targets,
            Deliveries deliveries) {
        this.parts = parts;
        this.webhooks = webhooks;
        this.secrets = secrets;
        this.targets = targets;
        this.deliveries = deliveries;
        this.revisions = new Revisions<>("webhook", parts.store(), webhooks, parts.events(), WebhookService::told);
    }

    /**
     * Adds a webhook, which hears of what happens from now on.
     *
     * @throws AppException {@code insufficient_scope} (it takes {@code events:read} too), {@code validation_failed},
     *     {@code vault_locked}; {@code conflict} for one too many
     */
    public CreatedWebhook create(Caller caller, WebhookDraft draft) {
        requireWriting(caller);
        WebhookDraft.Checked checked = draft.check(parts.outgoing());
        secrets.prepare();
        WebhookSecret secret = WebhookSecret.generate(parts.random());
        Webhook webhook = new Webhook(
                parts.ids().next("hook"),
                caller.organizationId(),
                checked.url(),
                checked.events(),
                checked.enabled(),
                null,
                null,
                caller.keyId(),
                parts.clock().instant(),
                1);
        parts.store().change(tx -> {
            if (webhooks.count(tx, caller.organizationId()) >= MOST) {
                throw new AppException(
                        PlatformError.CONFLICT,
                        "An organization has " + MOST + " webhooks at most. Delete one that nobody needs.");
            }
            webhooks.insert(tx, webhook);
            secrets.put(tx, webhook.organizationId(), webhook.id(), secret);
            revisions.append(tx, caller, EventKind.WEBHOOK_CREATED, webhook);
            deliveries.begin(tx, webhook.organizationId(), webhook.id());
        });
        return new CreatedWebhook(webhook, secret);
    }

    /** Choosing where events go, and seeing what went, is reading them. */
    private static void requireWriting(Caller caller) {
        caller.require(Scope.WEBHOOKS_WRITE);
        caller.require(Scope.EVENTS_READ);
    }

    /**
     * Replaces what a webhook says. Enabled again, it hears of what happens from now on; disabled, what waits has failed.
     *
     * @param expectedRevision null to replace whatever is there
     * @throws AppException as {@link #create}; {@code not_found}; {@code precondition_failed} when it was changed since
     */
    public Webhook update(Caller caller, String id, WebhookDraft draft, @Nullable Long expectedRevision) {
        requireWriting(caller);
        get(caller, id, Scope.WEBHOOKS_WRITE);
        WebhookDraft.Checked checked = draft.check(parts.outgoing());
        return parts.store().write(tx -> {
            Webhook before = locked(tx, caller, id, expectedRevision);
            Webhook after = before.changed(checked.url(), checked.events(), checked.enabled(), caller.keyId());
            revisions.update(tx, after);
            revisions.append(tx, caller, EventKind.WEBHOOK_CHANGED, before, after);
            if (after.enabled() && !before.enabled()) {
                deliveries.begin(tx, after.organizationId(), id);
            } else if (before.enabled() && !after.enabled()) {
                deliveries.end(tx, id);
            } else {
                deliveries.wake(tx, id);
            }
            return after;
        });
    }

    /**
     * Forgets a webhook and its deliveries; what waits is dropped.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code precondition_failed}
     */
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        caller.require(Scope.WEBHOOKS_WRITE);
        parts.store().change(tx -> {
            Webhook webhook = locked(tx, caller, id, expectedRevision);
            deliveries.forget(tx, id);
            secrets.deleteAll(tx, id);
            webhooks.delete(tx, id);
            revisions.append(tx, caller, EventKind.WEBHOOK_DELETED, webhook);
        });
    }

    /**
     * Gives a webhook a new secret. For {@link #BOTH_SIGN} the one before signs beside it; one before that, or one
     * that does not open any more, does not.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code vault_locked}
     */
    public CreatedWebhook rotateSecret(Caller caller, String id) {
        caller.require(Scope.WEBHOOKS_WRITE);
        revisions.load(caller, id);
        secrets.prepare();
        WebhookSecret secret = WebhookSecret.generate(parts.random());
        Webhook rotated = parts.store().write(tx -> {
            Webhook before = locked(tx, caller, id, null);
            boolean kept = secrets.isKeptAsPrevious(tx, before.organizationId(), id);
            Webhook after = before.rotated(kept ? parts.clock().instant().plus(BOTH_SIGN) : null);
            secrets.put(tx, after.organizationId(), id, secret);
            revisions.update(tx, after);
            revisions.append(tx, caller, EventKind.WEBHOOK_CHANGED, after, Map.of("secretRotated", true));
            deliveries.wake(tx, id);
            return after;
        });
        return new CreatedWebhook(rotated, secret);
    }

    /**
     * Sends an event of its own kind to a webhook, enabled or not, and waits for the answer. It is tried once.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code vault_locked}
     */
    public WebhookTrial test(Caller caller, String id) {
        caller.require(Scope.WEBHOOKS_WRITE);
        Webhook webhook = revisions.load(caller, id);
        Target target = targets.of(webhook);
        NewEvent trial = new NewEvent(EventKind.WEBHOOK_TEST, id, told(webhook));
        Event event = parts.store().write(tx -> parts.events().append(tx, caller, trial));
        Message message = WebhookTarget.message(event);
        Instant at = parts.clock().instant();
        Answer answer = target.send(message, at);
        Delivery delivery =
                deliveries.noteTrial(new Targets.Key(id, webhook.organizationId()), event, message, answer, at);
        return new WebhookTrial(delivery.status() == DeliveryStatus.SUCCEEDED, delivery);
    }

    /** The organization's webhooks, newest first. */
    public Page<Webhook> list(Caller caller, PageRequest page) {
        caller.require(Scope.WEBHOOKS_READ);
        return revisions.list(caller, page);
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    public Webhook get(Caller caller, String id) {
        return get(caller, id, Scope.WEBHOOKS_READ);
    }

    /**
     * The webhook, for work on it.
     *
     * @param scope what that work needs
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public Webhook get(Caller caller, String id, Scope scope) {
        caller.require(scope);
        return revisions.load(caller, id);
    }

    /** How many deliveries wait for a retry, by webhook; those that have none are left out. */
    public Map<String, Integer> pending(Caller caller) {
        return deliveries.pending(caller.organizationId(), ids(caller));
    }

    /** The webhooks whose last attempt failed. */
    public Set<String> failing(Caller caller) {
        return deliveries.failing(caller.organizationId(), ids(caller));
    }

    /**
     * The newest delivery to each webhook that has any.
     *
     * @throws AppException {@code insufficient_scope}
     */
    public Map<String, Delivery> newest(Caller caller) {
        caller.require(Scope.EVENTS_READ);
        return deliveries.newest(caller.organizationId(), ids(caller));
    }

    /** A key that may only write sees them too, in the answers to its changes. */
    private Set<String> ids(Caller caller) {
        caller.require(caller.may(Scope.WEBHOOKS_WRITE) ? Scope.WEBHOOKS_WRITE : Scope.WEBHOOKS_READ);
        return parts.store().read(tx -> webhooks.all(tx, caller.organizationId())).stream()
                .map(Webhook::id)
                .collect(Collectors.toSet());
    }

    /**
     * What was sent to a webhook, newest first.
     *
     * @param statuses none for all
     * @throws AppException {@code insufficient_scope} (it takes {@code events:read} too, as it shows events),
     *     {@code not_found}
     */
    public Page<Delivery> deliveries(Caller caller, String id, Set<DeliveryStatus> statuses, PageRequest page) {
        get(caller, id);
        caller.require(Scope.EVENTS_READ);
        return deliveries.list(id, statuses, page);
    }

    /**
     * What was sent to webhooks about an event, newest first.
     *
     * @throws AppException as {@link #deliveries}
     */
    public List<Delivery> deliveriesOf(Caller caller, Event event) {
        caller.require(Scope.WEBHOOKS_READ);
        caller.require(Scope.EVENTS_READ);
        List<Delivery> all = deliveries.of(caller.organizationId(), event);
        return parts.store()
                .read(tx -> all.stream()
                        .filter(each -> webhooks.find(tx, caller.organizationId(), each.targetId())
                                .isPresent())
                        .toList());
    }

    /** @throws AppException as {@link #deliveries} */
    public Delivery delivery(Caller caller, String id, String deliveryId) {
        get(caller, id);
        caller.require(Scope.EVENTS_READ);
        return deliveries.get(caller.organizationId(), id, deliveryId);
    }

    /**
     * Sends a delivery again as soon as may be, with the same id and body.
     *
     * @throws AppException {@code insufficient_scope} (it takes {@code events:read} too), {@code not_found};
     *     {@code state_invalid} for a webhook that is disabled
     */
    public Delivery redeliver(Caller caller, String id, String deliveryId) {
        requireWriting(caller);
        return parts.store().write(tx -> {
            requireEnabled(locked(tx, caller, id, null));
            return deliveries.redeliver(tx, caller.organizationId(), id, deliveryId);
        });
    }

    /**
     * As {@link #redeliver(Caller, String, String)}, of all that were tried for the first time at a moment or since.
     *
     * @param failedOnly leaves out those that succeeded
     * @return how many
     */
    public int redeliver(Caller caller, String id, Instant since, boolean failedOnly) {
        requireWriting(caller);
        Set<DeliveryStatus> statuses =
                failedOnly ? Set.of(DeliveryStatus.FAILED) : Set.of(DeliveryStatus.FAILED, DeliveryStatus.SUCCEEDED);
        return parts.store().write(tx -> {
            requireEnabled(locked(tx, caller, id, null));
            return deliveries.redeliver(tx, id, statuses, since);
        });
    }

    private static void requireEnabled(Webhook webhook) {
        if (!webhook.enabled()) {
            throw new AppException(PlatformError.STATE_INVALID, "The webhook is disabled. Enable it first.");
        }
    }

    /** Disables what was set up with any of these keys; within the change that deletes them. */
    List<NewEvent> stopWorkOf(Transaction tx, String organizationId, Collection<String> keyIds) {
        return webhooks.lockEnabledOfKeys(tx, organizationId, keyIds).stream()
                .map(each -> {
                    webhooks.disable(tx, each.id(), Actor.KEY_DELETED);
                    deliveries.end(tx, each.id());
                    return WebhookTargets.disabled(each, Actor.KEY_DELETED);
                })
                .toList();
    }

    void dropExpiredSecrets() {
        parts.store()
                .change(tx -> webhooks.withExpiredSecret(tx, parts.clock().instant())
                        .forEach(each -> {
                            secrets.deletePrevious(tx, each.id());
                            webhooks.dropPreviousSecret(tx, each.id());
                        }));
    }

    private Webhook locked(Transaction tx, Caller caller, String id, @Nullable Long expectedRevision) {
        Webhook found =
                webhooks.lock(tx, caller.organizationId(), id).orElseThrow(() -> AppException.notFound("webhook", id));
        revisions.require(found, expectedRevision);
        return found;
    }

    /** Without path and query of the address, which may be secrets of the receiver. */
    private static Map<String, Object> told(Webhook webhook) {
        return Map.of("host", webhook.name(), "events", webhook.events(), "enabled", webhook.enabled());
    }
}
