package dev.wheelhouse.api.notifications;

import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.notifications.NotificationChannel;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A channel on the wire, without what it leads to.
 *
 * @param failing whether the last message was not taken
 * @param pending how many messages wait for a retry
 */
record ChannelJson(
        String id,
        ChannelKind kind,
        String name,
        List<String> events,
        boolean enabled,
        String hint,
        boolean failing,
        int pending,
        Instant createdAt) {

    /**
     * @param failing those whose last message was not taken
     * @param pending how many messages wait for a retry, by channel
     */
    static ChannelJson from(NotificationChannel channel, Set<String> failing, Map<String, Integer> pending) {
        return new ChannelJson(
                channel.id(),
                channel.kind(),
                channel.name(),
                channel.events(),
                channel.enabled(),
                channel.hint(),
                failing.contains(channel.id()),
                pending.getOrDefault(channel.id(), 0),
                channel.createdAt());
    }
}
