package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerService;
import java.time.Clock;
import java.util.function.Function;

/**
 * What the feature is built from.
 *
 * @param homeId the id under which the own machine is a server
 * @param hosts the live host of a server
 */
public record SchedulesConfig(
        String homeId,
        StateStore store,
        EventLog events,
        JobService jobs,
        ServerService servers,
        Function<Server, Host> hosts,
        Workers workers,
        IdGenerator ids,
        Clock clock,
        SchedulePace pace) {}
