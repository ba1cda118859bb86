package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The channels of an organization. Thread-safe. */
public final class ChannelService {

    private final NotificationsConfig config;
    private final JdbcChannelStore channels;
    private final ChannelTargets targets;
    private final ChannelSender sender;
    private final Revisions<NotificationChannel> revisions;

    ChannelService(
            NotificationsConfig config, JdbcChannelStore channels, ChannelTargets targets, ChannelSender sender) {
        this.config = config;
        this.channels = channels;
        this.targets = targets;
        this.sender = sender;
        this.revisions = new Revisions<>(
                "notification channel", config.store(), channels, config.events(), ChannelService::told);
    }

    /**
     * Adds a channel. Nothing is sent; {@link #test} does.
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
            targets.put(tx, channel, target);
            revisions.append(tx, caller, EventKind.NOTIFICATION_CHANNEL_CREATED, channel);
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
     * Replaces what a channel says; what the draft leaves out of where it leads stays.
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
            if (target != null) {
                targets.put(tx, after, target);
            }
            appendChange(tx, caller, before, after, target != null);
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

    /** @throws AppException {@code insufficient_scope}, {@code not_found}, {@code precondition_failed} */
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        caller.require(Scope.NOTIFICATIONS_WRITE);
        config.store().change(tx -> {
            NotificationChannel channel = revisions.load(tx, caller, id);
            revisions.require(channel, expectedRevision);
            channels.delete(tx, id);
            targets.delete(tx, id);
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
        // Before anything is written: a locked vault is no test.
        targets.find(channel);
        ChannelMessage message = ChannelMessage.test(
                config.ids().next("msg"), channel, config.clock().instant());
        config.store().change(tx -> revisions.append(tx, caller, EventKind.NOTIFICATION_CHANNEL_TESTED, channel));
        return ChannelTest.of(sender.send(channel, message));
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
}
