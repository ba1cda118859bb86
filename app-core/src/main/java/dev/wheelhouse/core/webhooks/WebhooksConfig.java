package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.delivery.DeliveryPace;
import dev.wheelhouse.core.platform.delivery.DeliveryParts;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * What the feature is built from.
 *
 * @param limits how long a receiver may take to be reached and to answer
 * @param random makes secrets
 * @param pace how often it is looked after deliveries
 * @param kept how long an organization's ended deliveries stay
 */
public record WebhooksConfig(
        StateStore store,
        Vault vault,
        EventLog events,
        EventFollowers followers,
        Leases leases,
        OutgoingRequests outgoing,
        OutgoingLimits limits,
        Workers workers,
        IdGenerator ids,
        RandomGenerator random,
        Clock clock,
        DeliveryPace pace,
        Function<String, Duration> kept) {

    public static final OutgoingLimits LIMITS =
            new OutgoingLimits(Duration.ofSeconds(3), Duration.ofSeconds(10), WebhookTarget.KEPT);

    DeliveryParts deliveryParts() {
        return new DeliveryParts(store, events, followers, leases, workers, ids, random, clock, pace, kept);
    }
}
