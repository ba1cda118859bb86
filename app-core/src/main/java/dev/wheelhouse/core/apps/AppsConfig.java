package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.metrics.SubjectSeries;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.servers.Servers;
import java.time.Clock;
import java.util.List;

/**
 * What the feature is built from.
 *
 * @param runtimes at most one of each kind
 * @param pace how often apps are looked at
 */
public record AppsConfig(
        StateStore store,
        Vault vault,
        EventLog events,
        IdGenerator ids,
        Clock clock,
        Workers workers,
        JobService jobs,
        Servers servers,
        SubjectSeries series,
        List<AppRuntime> runtimes,
        AppPace pace) {

    public AppsConfig {
        runtimes = List.copyOf(runtimes);
    }
}
