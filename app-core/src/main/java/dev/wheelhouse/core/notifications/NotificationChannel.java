package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.store.Revised;
import java.time.Instant;
import java.util.List;

/**
 * A way on which people hear what happened. Immutable; where it leads is in the vault.
 *
 * @param id {@code chan_…}
 * @param name unique in the organization; 1 to 100 characters
 * @param events the subscription: names such as {@code deploy.failed}, groups such as {@code deploy.*}, or {@code *}
 * @param enabled whether anything but tests is sent
 * @param hint what others may see of where it leads: the host, or the last characters of the chat
 * @param revision counts the changes
 */
public record NotificationChannel(
        String id,
        String organizationId,
        ChannelKind kind,
        String name,
        List<String> events,
        boolean enabled,
        String hint,
        Instant createdAt,
        long revision)
        implements Revised {

    public NotificationChannel {
        events = List.copyOf(events);
    }
}
