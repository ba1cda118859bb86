package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Actors;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.timer.Timers;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerService;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What the feature is built from.
 *
 * @param homeId the id under which the own machine is a server
 * @param hosts the live host of a server
 * @param waitsForVault whether a server cannot be reached before the vault is unlocked
 * @param kept how long runs and ended jobs stay
 */
public record SchedulesConfig(
        String homeId,
        StateStore store,
        EventLog events,
        JobService jobs,
        Timers timers,
        Actors actors,
        ServerService servers,
        Function<Server, Host> hosts,
        Predicate<Server> waitsForVault,
        Workers workers,
        IdGenerator ids,
        Clock clock,
        SchedulePace pace,
        Supplier<Duration> kept) {}
