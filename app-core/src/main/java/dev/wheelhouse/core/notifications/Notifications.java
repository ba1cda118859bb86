package dev.wheelhouse.core.notifications;

/** The feature as the composition root and both faces see it. */
public final class Notifications {

    private final ChannelService service;
    private final ChannelSender sender;

    /** Makes the feature; nothing is asked of the state yet. */
    public Notifications(NotificationsConfig config) {
        JdbcChannelStore channels = new JdbcChannelStore();
        ChannelTargets targets = new ChannelTargets(config.store(), config.vault(), channels, config.telegram());
        sender = new DirectSender(targets, config.outgoing(), config.mailer(), config.clock());
        service = new ChannelService(config, channels, targets, sender);
    }

    public ChannelService service() {
        return service;
    }

    /** For what sends by itself. */
    public ChannelSender sender() {
        return sender;
    }
}
