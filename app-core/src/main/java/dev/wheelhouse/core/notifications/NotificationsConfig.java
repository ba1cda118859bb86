package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.mail.Mailer;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import java.net.URI;
import java.time.Clock;

/**
 * What the feature is built from.
 *
 * @param telegram where the Bot API of Telegram is, without a slash at its end
 */
public record NotificationsConfig(
        StateStore store,
        Vault vault,
        EventLog events,
        OutgoingRequests outgoing,
        Mailer mailer,
        URI telegram,
        IdGenerator ids,
        Clock clock) {

    /** Telegram's own (Bot API, "Making requests"). */
    public static final URI TELEGRAM = URI.create("https://api.telegram.org");
}
