package dev.wheelhouse.core.notifications;

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
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventSubscription;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The channels of an organization. Thread-safe. */
public final class ChannelService {

    private final NotificationsConfig config;
    private final JdbcChannelStore channels;
    private final ChannelTargets targets;
    private final ChannelSenders senders;
    private final Deliveries deliveries;
    private final Revisions<NotificationChannel> revisions;

    ChannelService(
            NotificationsConfig config,
            JdbcChannelStore channels,
            ChannelTargets targets,
            ChannelSenders senders,
            Deliveries deliveries) {
        this.config = config;
        this.channels = channels;
        this.targets = targets;
        this.senders = senders;
        this.deliveries = deliveries;
        this.revisions = new Revisions<>(
                "notification channel", config.store(), channels, config.events(), ChannelService::told);
    }

    /**
     * Adds a channel, which hears of what happens from now on. Nothing is sent; {@link #test} does.
     *
     * @throws AppException {@code insufficient_scope}; {@code validation_failed} with every field at fault, also for an
     *     address that is private; {@code already_exists} for a name taken; {@code vault_locked}
     */
    public NotificationChannel create(Caller caller, ChannelDraft draft) {
        caller.require(Scope.NOTIFICATIONS_WRITE);
        ChannelValidation.Checked checked = ChannelValidation.check(draft, true);
        ChannelTarget target = reachable(targets.of(draft.kind(), checked.fields()));
        Instant now = config.clock().instant();
        NotificationChannel channel = new NotificationChannel(
                config.ids().next("chan"),
                caller.organizationId(),
                draft.kind(),
                checked.name(),
                checked.events(),
                checked.enabled(),
                target.hint(),
                now,
                1);
        config.vault().prepare();
        return revisions.save(channel.name(), tx -> {
            channels.insert(tx, channel);
            channels.setKey(tx, channel.id(), caller.keyId());
            targets.put(tx, channel, target);
            revisions.append(tx, caller, EventKind.NOTIFICATION_CHANNEL_CREATED, channel);
            if (channel.enabled()) {
                deliveries.begin(tx, channel.organizationId(), channel.id());
            }
            return channel;
        });
    }

    private ChannelTarget reachable(ChannelTarget target) {
        if (target instanceof HttpTarget http) {
            config.outgoing().check("url", http.address());
        }
        return target;
    }

    /**
     * Replaces what a channel says. Enabled again, it hears of what happens from now on; disabled, what waits has failed. What the draft leaves out of where it leads stays.
     *
     * @param expectedRevision null to replace whatever is there
     * @throws AppException as {@link #create}; {@code not_found}; {@code precondition_failed} when it was changed since
     */
    public NotificationChannel update(Caller caller, String id, ChannelDraft draft, @Nullable Long expectedRevision) {
        caller.require(Scope.NOTIFICATIONS_WRITE);
        NotificationChannel before = revisions.load(caller, id);
        revisions.require(before, expectedRevision);
        if (draft.kind() != before.kind()) {
            throw AppException.invalid("kind", "The kind of a channel stays. Add another channel.");
        }
        ChannelValidation.Checked checked = ChannelValidation.check(draft, false);
        ChannelTarget target = checked.fields().isEmpty() ? null : reachable(targets.changed(before, checked.fields()));
        NotificationChannel after = new NotificationChannel(
                id,
                before.organizationId(),
                before.kind(),
                checked.name(),
                checked.events(),
                checked.enabled(),
                target == null ? before.hint() : target.hint(),
                before.createdAt(),
                before.revision() + 1);
        if (target != null) {
            config.vault().prepare();
        }
        return revisions.save(after.name(), tx -> {
            revisions.update(tx, after);
            channels.setKey(tx, id, caller.keyId());
            if (target != null) {
                targets.put(tx, after, target);
            }
            appendChange(tx, caller, before, after, target != null);
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

    private void appendChange(
            Transaction tx,
            Caller caller,
            NotificationChannel before,
            NotificationChannel after,
            boolean leadsElsewhere) {
        Map<String, Object> data = revisions.difference(before, after);
        if (leadsElsewhere) {
            data.put("target", "changed");
        }
        revisions.append(tx, caller, EventKind.NOTIFICATION_CHANNEL_CHANGED, after, data);
    }

    /**
     * Switches a channel on or off and leaves the rest as it is.
     *
     * @throws AppException as {@link #update}
     */
    public NotificationChannel setEnabled(Caller caller, String id, boolean enabled) {
        NotificationChannel now = forUse(caller, id, Scope.NOTIFICATIONS_WRITE);
        return update(caller, id, ChannelDraft.of(now).withEnabled(enabled), now.revision());
    }

    /** As {@link Notifications#stopWorkOf}; within the change that deletes the keys. */
    List<NewEvent> stopWorkOf(Transaction tx, String organizationId, Collection<String> keyIds) {
        return channels.enabledOfKeys(tx, organizationId, keyIds).stream()
                .filter(each -> channels.disable(tx, each.id()))
                .map(each -> {
                    deliveries.end(tx, each.id());
                    return new NewEvent(
                            EventKind.NOTIFICATION_CHANNEL_CHANGED,
                            each.id(),
                            Map.of(
                                    "name", each.name(),
                                    "before", Map.of("enabled", true),
                                    "after", Map.of("enabled", false),
                                    "why", Actor.KEY_DELETED));
                })
                .toList();
    }

    /**
     * Forgets a channel and its deliveries; what waits is dropped.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code precondition_failed}
     */
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        caller.require(Scope.NOTIFICATIONS_WRITE);
        config.store().change(tx -> {
            NotificationChannel channel = revisions.load(tx, caller, id);
            revisions.require(channel, expectedRevision);
            channels.delete(tx, id);
            targets.delete(tx, id);
            deliveries.forget(tx, id);
            revisions.append(tx, caller, EventKind.NOTIFICATION_CHANNEL_DELETED, channel);
        });
    }

    /** The organization's channels, newest first. */
    public Page<NotificationChannel> list(Caller caller, PageRequest page) {
        caller.require(Scope.NOTIFICATIONS_READ);
        return revisions.list(caller, page);
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    public NotificationChannel get(Caller caller, String id) {
        return forUse(caller, id, Scope.NOTIFICATIONS_READ);
    }

    /**
     * The channel, for work on it.
     *
     * @param scope what that work needs
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public NotificationChannel forUse(Caller caller, String id, Scope scope) {
        caller.require(scope);
        return revisions.load(caller, id);
    }

    /**
     * Sends a message over a channel, on or off, and waits for the far side's answer.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code vault_locked}; every trouble with the far
     *     side is in the result
     */
    public ChannelTest test(Caller caller, String id) {
        caller.require(Scope.NOTIFICATIONS_WRITE);
        NotificationChannel channel = revisions.load(caller, id);
        Target sender = senders.of(channel).orElseThrow(() -> AppException.notFound("notification channel", id));
        NewEvent trial = new NewEvent(EventKind.NOTIFICATION_CHANNEL_TESTED, id, told(channel));
        Event event = config.store().write(tx -> config.events().append(tx, caller, trial));
        Message message = new Message(
                event.id(), event.kind(), ChannelMessage.test(event, channel).toJson());
        Instant at = config.clock().instant();
        Answer answer = sender.send(message, at);
        deliveries.noteTrial(new Targets.Key(id, channel.organizationId()), event, message, answer, at);
        return ChannelTest.of(answer);
    }

    /** How many messages wait for a retry, by channel; those that have none are left out. */
    public Map<String, Integer> pending(Caller caller) {
        return deliveries.pending(caller.organizationId(), ids(caller));
    }

    /** The channels whose last attempt failed. */
    public Set<String> failing(Caller caller) {
        return deliveries.failing(caller.organizationId(), ids(caller));
    }

    /**
     * The newest delivery over each channel that has any.
     *
     * @throws AppException {@code insufficient_scope}
     */
    public Map<String, Delivery> newest(Caller caller) {
        caller.require(Scope.EVENTS_READ);
        return deliveries.newest(caller.organizationId(), ids(caller));
    }

    /** A key that may only write sees them too, in the answers to its changes. */
    private Set<String> ids(Caller caller) {
        caller.require(caller.may(Scope.NOTIFICATIONS_WRITE) ? Scope.NOTIFICATIONS_WRITE : Scope.NOTIFICATIONS_READ);
        return config.store().read(tx -> channels.all(tx, caller.organizationId())).stream()
                .map(NotificationChannel::id)
                .collect(Collectors.toSet());
    }

    /**
     * What was sent over a channel, newest first.
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

    /** @throws AppException as {@link #deliveries} */
    public Delivery delivery(Caller caller, String id, String deliveryId) {
        get(caller, id);
        caller.require(Scope.EVENTS_READ);
        return deliveries.get(caller.organizationId(), id, deliveryId);
    }

    /**
     * What was sent over channels about an event, alone or with others, newest first.
     *
     * @throws AppException as {@link #deliveries}
     */
    public List<Delivery> deliveriesOf(Caller caller, Event event) {
        caller.require(Scope.NOTIFICATIONS_READ);
        caller.require(Scope.EVENTS_READ);
        List<Delivery> all = deliveries.of(caller.organizationId(), event);
        return config.store()
                .read(tx -> all.stream()
                        .filter(each -> channels.find(tx, caller.organizationId(), each.targetId())
                                .filter(channel -> each.eventId().equals(event.id()) || isHeard(channel, event))
                                .isPresent())
                        .toList());
    }

    private static boolean isHeard(NotificationChannel channel, Event event) {
        EventSubscription subscription = EventSubscription.ofStored(channel.events());
        return EventKind.find(event.kind()).filter(subscription::matches).isPresent();
    }

    private static Map<String, Object> told(NotificationChannel channel) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", channel.name());
        told.put("kind", channel.kind().wireName());
        told.put("events", channel.events());
        told.put("enabled", channel.enabled());
        told.put("hint", channel.hint());
        return told;
    }

    List<String> mailUses(String organizationId) {
        return config.store().read(tx -> channels.mailNames(tx, organizationId)).stream()
                .map(each -> "the channel " + each)
                .toList();
    }
}
