package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.delivery.DeliveryParts;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Workers;
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
 * @param random makes secrets
 * @param kept how long an organization's ended deliveries stay
 */
public record WebhooksConfig(
        StateStore store,
        Vault vault,
        EventLog events,
        EventFollowers followers,
        Leases leases,
        OutgoingRequests outgoing,
        Workers workers,
        IdGenerator ids,
        RandomGenerator random,
        Clock clock,
        Function<String, Duration> kept) {

    DeliveryParts deliveryParts() {
        return new DeliveryParts(store, events, followers, leases, workers, ids, random, clock, kept);
    }
}
