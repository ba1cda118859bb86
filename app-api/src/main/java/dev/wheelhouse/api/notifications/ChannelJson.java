package dev.wheelhouse.api.notifications;

import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.notifications.NotificationChannel;
import java.time.Instant;
import java.util.List;

/** A channel on the wire, without what it leads to. */
record ChannelJson(
        String id,
        ChannelKind kind,
        String name,
        List<String> events,
        boolean enabled,
        String hint,
        Instant createdAt) {

    static ChannelJson from(NotificationChannel channel) {
        return new ChannelJson(
                channel.id(),
                channel.kind(),
                channel.name(),
                channel.events(),
                channel.enabled(),
                channel.hint(),
                channel.createdAt());
    }
}
