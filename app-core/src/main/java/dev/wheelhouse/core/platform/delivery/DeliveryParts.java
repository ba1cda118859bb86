package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * What deliveries are made with.
 *
 * @param pace how often it is looked
 * @param kept how long an organization's ended deliveries stay
 */
public record DeliveryParts(
        StateStore store,
        EventLog events,
        EventFollowers followers,
        Leases leases,
        Workers workers,
        IdGenerator ids,
        RandomGenerator random,
        Clock clock,
        DeliveryPace pace,
        Function<String, Duration> kept) {}
