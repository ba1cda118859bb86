package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.metrics.SubjectSeries;
import dev.wheelhouse.core.metrics.series.SeriesStore;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.servers.Servers;
import dev.wheelhouse.core.servers.ServersConfig;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The feature over a state of its own, with runtimes of the test's making. The watch does not run by itself. */
final class OpenApps implements AutoCloseable {

    static final String SERVER = "srv_own";

    private static final PageRequest PAGE = new PageRequest(200, null);

    private final OpenState state;
    private final Servers servers;
    private final SeriesStore series;
    private final Apps apps;
    private final JobService jobs;
    private final Caller caller;

    OpenApps(StateKind kind, Path directory, AppRuntime... runtimes) {
        state = OpenState.create(kind, directory);
        EventLog events = new EventLog(state.store(), state.ids(), state.clock(), SERVER);
        Vault vault = new Vault(state.home(), SERVER, "here", state.store(), state.clock());
        servers = Servers.open(new ServersConfig(
                state.home(),
                SERVER,
                "here",
                state.store(),
                vault,
                events,
                state.ids(),
                state.clock(),
                state.workers(),
                SshTimeouts.DEFAULT,
                null));
        caller = state.organizations().newOrganization();
        servers.start(caller.organizationId());
        series = new SeriesStore(directory.resolve("series"), state.clock());
        jobs = state.jobs(SERVER);
        apps = Apps.open(new AppsConfig(
                state.store(),
                vault,
                events,
                state.ids(),
                state.clock(),
                state.workers(),
                jobs,
                servers,
                new SubjectSeries(series, state.clock()),
                List.of(runtimes),
                new AppPace(
                        Duration.ofMillis(20), Duration.ofMillis(10), Duration.ofSeconds(1), Duration.ofSeconds(30))));
    }

    static AppDraft process(String name, @Nullable Map<String, @Nullable String> environment) {
        return process(name, RestartPolicy.NEVER, environment);
    }

    static AppDraft process(String name, RestartPolicy restart, @Nullable Map<String, @Nullable String> environment) {
        return new AppDraft(
                name,
                SERVER,
                RuntimeKind.PROCESS,
                restart,
                List.of("node", "server.js"),
                null,
                environment,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    OpenState state() {
        return state;
    }

    Servers servers() {
        return servers;
    }

    Apps apps() {
        return apps;
    }

    JobService jobs() {
        return jobs;
    }

    AppService service() {
        return apps.service();
    }

    Caller caller() {
        return caller;
    }

    /** Of an app, oldest first. */
    List<Event> events(String appId) {
        return new EventService(state.store())
                .list(caller, new EventFilter(List.of(), appId, null, null), PAGE)
                .items()
                .reversed();
    }

    List<String> kinds(String appId) {
        return events(appId).stream().map(Event::kind).toList();
    }

    @Override
    public void close() {
        jobs.close();
        apps.close();
        servers.close();
        series.close();
        state.close();
    }
}
