package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.delivery.Target;
import dev.wheelhouse.core.platform.delivery.Targets;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The channels as what events are delivered to. Thread-safe. */
final class ChannelSenders implements Targets {

    private final NotificationsConfig config;
    private final JdbcChannelStore channels;
    private final ChannelTargets targets;

    ChannelSenders(NotificationsConfig config, JdbcChannelStore channels, ChannelTargets targets) {
        this.config = config;
        this.channels = channels;
        this.targets = targets;
    }

    /** People are not. */
    @Override
    public boolean paced() {
        return true;
    }

    @Override
    public List<Key> enabled(Transaction tx) {
        return channels.enabled(tx);
    }

    @Override
    public Optional<Target> find(Key key) {
        return config.store()
                .read(tx -> channels.find(tx, key.organizationId(), key.id()))
                .filter(NotificationChannel::enabled)
                .flatMap(this::of);
    }

    /**
     * What sends over a channel, on or off; empty when it is gone.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code vault_locked}
     */
    Optional<Target> of(NotificationChannel channel) {
        return targets.find(channel)
                .map(found -> new ChannelSender(channel, found, targets, config.outgoing(), config.mailer()));
    }

    /** A channel is never given up: people rely on it and may not look at the console. */
    @Override
    public boolean isDisabledFor(Trouble trouble, Transaction tx, Key key, String reason) {
        if (trouble == Trouble.FAILING) {
            channels.find(tx, key.organizationId(), key.id())
                    .ifPresent(channel -> config.events()
                            .appendOfConsole(
                                    tx,
                                    key.organizationId(),
                                    new NewEvent(
                                            EventKind.NOTIFICATION_FAILING,
                                            key.id(),
                                            Map.of(
                                                    "name",
                                                    channel.name(),
                                                    "kind",
                                                    channel.kind().wireName(),
                                                    "hint",
                                                    channel.hint(),
                                                    "reason",
                                                    reason))));
        }
        return false;
    }
}
