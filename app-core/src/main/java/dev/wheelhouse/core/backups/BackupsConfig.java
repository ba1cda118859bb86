package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.copies.DatabaseCopies;
import dev.wheelhouse.core.databases.replication.Clusters;
import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.timer.Timers;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerService;
import java.time.Clock;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * What the feature is built from.
 *
 * @param homeId the id under which the own machine is a server
 * @param clusters what connections lead to
 * @param copies what single databases are copied with
 * @param hosts the live host of a server
 * @param outgoing knows where destinations may be
 * @param random makes the keys that objects are sealed with
 * @param pace how often they are looked after
 */
public record BackupsConfig(
        Home home,
        String homeId,
        StateStore store,
        Vault vault,
        EventLog events,
        JobService jobs,
        Leases leases,
        Timers timers,
        ServerService servers,
        Function<Server, Host> hosts,
        ConnectionService connections,
        Clusters clusters,
        DatabaseCopies copies,
        OutgoingRequests outgoing,
        RandomGenerator random,
        Workers workers,
        IdGenerator ids,
        Clock clock,
        BackupPace pace) {}
