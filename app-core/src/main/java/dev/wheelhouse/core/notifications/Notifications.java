package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.delivery.Deliveries;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Collection;
import java.util.List;

/** The feature as the composition root and both faces see it. */
public final class Notifications implements AutoCloseable {

    private final Deliveries deliveries;
    private final ChannelService service;

    /** Makes the feature; nothing is asked of the state yet. */
    public Notifications(NotificationsConfig config) {
        JdbcChannelStore channels = new JdbcChannelStore();
        ChannelTargets targets = new ChannelTargets(config.store(), config.vault(), channels, config.telegram());
        ChannelSenders senders = new ChannelSenders(config, channels, targets);
        deliveries = new Deliveries(config.deliveryParts(), senders);
        service = new ChannelService(config, channels, targets, senders, deliveries);
    }

    /** What an organization sends over its mail server, in words. */
    public List<String> mailUses(String organizationId) {
        return service.mailUses(organizationId);
    }

    /** Begins to deliver. */
    public void start() {
        deliveries.start();
    }

    /**
     * Disables the channels that were set up or changed last with any of these keys, in the transaction that deletes them.
     *
     * @return an event for each
     */
    public List<NewEvent> stopWorkOf(Transaction tx, String organizationId, Collection<String> keyIds) {
        return service.stopWorkOf(tx, organizationId, keyIds);
    }

    public ChannelService service() {
        return service;
    }

    @Override
    public void close() {
        deliveries.close();
    }
}
