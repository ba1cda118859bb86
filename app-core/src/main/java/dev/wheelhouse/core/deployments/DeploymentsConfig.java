package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.AppReleases;
import dev.wheelhouse.core.platform.caller.Actors;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.timer.Timers;
import dev.wheelhouse.core.servers.ServerService;
import dev.wheelhouse.core.vcs.Vcs;
import java.time.Clock;
import java.util.random.RandomGenerator;

/**
 * What the feature is built from.
 *
 * @param homeId the id under which the own machine is a server
 */
public record DeploymentsConfig(
        Home home,
        String homeId,
        StateStore store,
        EventLog events,
        JobService jobs,
        Timers timers,
        Actors actors,
        ServerService servers,
        AppReleases apps,
        Vcs vcs,
        SourceRepository repositories,
        OutgoingRequests outgoing,
        Workers workers,
        IdGenerator ids,
        RandomGenerator random,
        Clock clock,
        DeploymentPace pace) {}
