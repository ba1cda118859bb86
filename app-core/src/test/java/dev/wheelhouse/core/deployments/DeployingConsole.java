package dev.wheelhouse.core.deployments;

import static java.util.Objects.requireNonNull;

import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.AppPace;
import dev.wheelhouse.core.apps.Apps;
import dev.wheelhouse.core.apps.AppsConfig;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.metrics.SubjectSeries;
import dev.wheelhouse.core.metrics.series.SeriesStore;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.host.Awaiting;
import dev.wheelhouse.core.platform.host.LeftProcess;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.JobCare;
import dev.wheelhouse.core.platform.job.JobLogs;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.LeftCommands;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.timer.Timers;
import dev.wheelhouse.core.servers.Servers;
import dev.wheelhouse.core.servers.ServersConfig;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.vcs.Vcs;
import dev.wheelhouse.core.vcs.VcsConfig;
import dev.wheelhouse.core.vcs.VcsHook;
import dev.wheelhouse.core.vcs.push.Push;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A console that deploys to its own machine, with apps and a repository of the test's making. */
final class DeployingConsole implements AutoCloseable {

    static final String HOME = "srv_own";
    static final DeploymentPace PACE = new DeploymentPace(
            Duration.ofMillis(20),
            Duration.ofMillis(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(1),
            Duration.ofMillis(150),
            Duration.ofMillis(20),
            Duration.ofSeconds(5));

    private static final PageRequest PAGE = new PageRequest(200, null);

    private final OpenState state;
    private final Servers servers;
    private final SeriesStore series;
    private final Apps apps;
    private final JobService jobs;
    private final Caller caller;
    private final DeploymentsConfig config;
    private final Deployments deployments;
    private final Timers timers;
    private final Vcs vcs;
    private final FakeRepository repository;
    private final Path place;

    DeployingConsole(StateKind kind, Path folder, AppRuntime runtime) {
        this(OpenState.create(kind, folder.resolve("home")), null, folder, runtime);
    }

    /** @param organizationId null for a new one */
    DeployingConsole(OpenState state, @Nullable String organizationId, Path folder, AppRuntime runtime) {
        this.state = state;
        place = folder.resolve("place");
        repository = new FakeRepository(folder);
        EventLog events = new EventLog(state.store(), state.ids(), state.clock(), HOME);
        Vault vault = new Vault(state.home(), HOME, "here", state.store(), state.clock());
        servers = Servers.open(new ServersConfig(
                state.home(),
                HOME,
                "here",
                state.store(),
                vault,
                events,
                state.ids(),
                state.clock(),
                state.workers(),
                SshTimeouts.DEFAULT,
                null));
        caller = organizationId == null
                ? state.organizations().newOrganization()
                : state.organizations().newMember(organizationId, Role.OWNER);
        servers.start(caller.organizationId());
        series = new SeriesStore(folder.resolve("series"), state.clock());
        jobs = new JobService(
                state.store(),
                state.workers(),
                state.ids(),
                state.clock(),
                HOME,
                new JobLogs(state.home().file("job-logs")),
                new LeftCommands(
                        state.store(),
                        HOME,
                        (organization, server, process) -> servers.service()
                                .find(organization, server)
                                .map(each -> new LeftProcess(servers.hosts().of(each), process))));
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
                List.of(runtime),
                AppPace.STANDARD));
        timers = new Timers(state.store(), state.clock(), HOME);
        OutgoingRequests outgoing = new OutgoingRequests(List::of, state.workers());
        vcs = new Vcs(new VcsConfig(
                state.store(),
                vault,
                events,
                outgoing,
                state.workers(),
                state.ids(),
                new Random(5),
                state.clock(),
                _ -> Optional.empty()));
        config = new DeploymentsConfig(
                HOME,
                state.store(),
                events,
                jobs,
                timers,
                (_, _, _, _, _) -> caller,
                servers.service(),
                apps.releases(),
                vcs,
                repository,
                outgoing,
                state.workers(),
                state.ids(),
                new Random(6),
                state.clock(),
                PACE);
        deployments = Deployments.open(config);
    }

    /** Begins to work, once what a killed console left has failed. */
    void start() {
        new JobCare(state.store(), jobs, new Consoles(state.store(), state.clock(), HOME)).settleOwn();
        deployments.start();
    }

    /** Lets time pass, and looks at the branches that are due then, to the end. */
    void look(Duration later) throws Exception {
        state.clock().advance(later);
        timers.look();
        Awaiting.until(() -> !deployments.watch().isLooking());
    }

    Vcs vcs() {
        return vcs;
    }

    /** As if a provider told of it. */
    void push(VcsHook hook, Push push) {
        Pushes pushes = new Pushes(config, DeploymentStores.make(), service());
        state.store().change(tx -> pushes.onPush(tx, hook, push));
    }

    FakeRepository repository() {
        return repository;
    }

    DeploymentService service() {
        return deployments.service();
    }

    SourceService sources() {
        return deployments.sources();
    }

    Apps apps() {
        return apps;
    }

    Caller caller() {
        return caller;
    }

    /** Where the app's releases lie. */
    Path place() {
        return place;
    }

    App app(String name, String... command) {
        return apps.service()
                .create(
                        caller,
                        new AppDraft(
                                name,
                                HOME,
                                RuntimeKind.PROCESS,
                                RestartPolicy.NEVER,
                                List.of(command),
                                null,
                                Map.of("API_KEY", "open-sesame-42"),
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null));
    }

    /** A source without a health check. */
    SourceDraft source() {
        return source(null, List.of(), List.of(), null);
    }

    SourceDraft source(
            @Nullable List<String> build,
            List<String> preDeploy,
            List<String> postDeploy,
            @Nullable HealthCheck healthCheck) {
        return new SourceDraft(
                null,
                null,
                null,
                "/srv/git/shop.git",
                null,
                null,
                null,
                null,
                build == null ? null : new BuildPlan(build, null, null),
                preDeploy,
                postDeploy,
                healthCheck,
                2,
                List.of("data/uploads"),
                place.toString(),
                null,
                null);
    }

    /** An app with a source. */
    App deployed(String name, SourceDraft source, String... command) {
        App app = app(name, command);
        sources().put(caller, app.id(), source, null);
        return app;
    }

    Deployment deploy(App app) throws Exception {
        return ended(service().deploy(caller, app.id(), null));
    }

    Deployment ended(Deployment deployment) throws Exception {
        Awaiting.until(() -> service().get(caller, deployment.id()).status().isFinal());
        return service().get(caller, deployment.id());
    }

    void await(Deployment deployment, StepName step) throws Exception {
        Awaiting.until(() -> service().steps(caller, deployment.id()).stream()
                .anyMatch(each -> each.name() == step && each.status() == StepStatus.RUNNING));
    }

    String log(Deployment deployment) {
        try (InputStream log = service().log(caller, deployment.id())) {
            return new String(log.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The steps, each as {@code name status}. */
    List<String> steps(Deployment deployment) {
        return service().steps(caller, deployment.id()).stream()
                .map(each -> each.name().wireName() + " " + each.status().wireName())
                .toList();
    }

    /** What serves, by the name of its directory; empty for nothing. */
    String serving() {
        try {
            Path current = place.resolve("current");
            return Files.exists(current)
                    ? requireNonNull(current.toRealPath().getFileName()).toString()
                    : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Event> events(App app) {
        return new EventService(state.store())
                .list(caller, new EventFilter(List.of("deploy.*"), app.id(), null, null), PAGE)
                .items()
                .reversed();
    }

    OpenState state() {
        return state;
    }

    @Override
    public void close() {
        deployments.close();
        vcs.close();
        jobs.close();
        apps.close();
        servers.close();
        series.close();
        state.close();
    }
}
