package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.delivery.DeliveryPace;
import dev.wheelhouse.core.platform.delivery.DeliveryParts;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.mail.Mailer;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * What the feature is built from.
 *
 * @param telegram where the Bot API of Telegram is, without a slash at its end
 * @param random spreads retries
 * @param pace how often it is looked after deliveries
 * @param kept how long an organization's ended deliveries stay
 */
public record NotificationsConfig(
        StateStore store,
        Vault vault,
        EventLog events,
        EventFollowers followers,
        Leases leases,
        OutgoingRequests outgoing,
        Mailer mailer,
        URI telegram,
        Workers workers,
        IdGenerator ids,
        RandomGenerator random,
        Clock clock,
        DeliveryPace pace,
        Function<String, Duration> kept) {

    /** Telegram's own (Bot API, "Making requests"). */
    public static final URI TELEGRAM = URI.create("https://api.telegram.org");

    DeliveryParts deliveryParts() {
        return new DeliveryParts(store, events, followers, leases, workers, ids, random, clock, pace, kept);
    }
}
