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
import dev.wheelhouse.core.platform.host.LeftProcess;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import dev.wheelhouse.core.platform.host.ssh.SshTarget;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.JobCare;
import dev.wheelhouse.core.platform.job.JobLogs;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.LeftCommands;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.timer.Timers;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.Servers;
import dev.wheelhouse.core.servers.ServersConfig;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.vcs.Vcs;
import dev.wheelhouse.core.vcs.VcsConfig;
import dev.wheelhouse.core.vcs.VcsConnectionDraft;
import dev.wheelhouse.core.vcs.VcsHook;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.provider.VcsStandIn;
import dev.wheelhouse.core.vcs.push.Push;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
            Duration.ofSeconds(45),
            Duration.ofSeconds(45),
            Duration.ofSeconds(1),
            Duration.ofMillis(150),
            Duration.ofMillis(20),
            Duration.ofSeconds(5));

    /** A cut is noticed at once; a busy machine is none. */
    private static final SshTimeouts SSH = new SshTimeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofMillis(25),
            Duration.ofMillis(500));

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
    private final String homeId;
    private String serverId;
    private String connectionId = "";
    private volatile @Nullable String publicAddress;
    private String cloneUrl = "/srv/git/shop.git";

    DeployingConsole(StateKind kind, Path folder, AppRuntime runtime) {
        this(OpenState.create(kind, folder.resolve("home")), null, folder, runtime);
    }

    /** @param organizationId null for a new one */
    DeployingConsole(OpenState state, @Nullable String organizationId, Path folder, AppRuntime runtime) {
        this(state, organizationId, HOME, folder, runtime);
    }

    /** @param homeId another one for every console on the same state */
    DeployingConsole(OpenState state, @Nullable String organizationId, String homeId, Path folder, AppRuntime runtime) {
        this.state = state;
        this.homeId = homeId;
        serverId = homeId;
        place = folder.resolve("place");
        repository = new FakeRepository(folder);
        EventLog events = new EventLog(state.store(), state.ids(), state.clock(), homeId);
        Vault vault = new Vault(state.home(), homeId, "here", state.store(), state.clock());
        servers = Servers.open(new ServersConfig(
                state.home(),
                homeId,
                "here",
                state.store(),
                vault,
                events,
                state.ids(),
                state.clock(),
                state.workers(),
                SSH,
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
                homeId,
                new JobLogs(state.home().file("job-logs")),
                new LeftCommands(
                        state.store(),
                        homeId,
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
        timers = new Timers(state.store(), state.clock(), homeId);
        OutgoingRequests outgoing = new OutgoingRequests(() -> List.of("127.0.0.1"), state.workers());
        vcs = new Vcs(new VcsConfig(
                state.store(),
                vault,
                events,
                outgoing,
                state.workers(),
                state.ids(),
                new Random(5),
                state.clock(),
                _ -> Optional.ofNullable(publicAddress)));
        config = new DeploymentsConfig(
                state.home(),
                homeId,
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
        care().settleOwn();
        deployments.start();
    }

    private JobCare care() {
        return new JobCare(state.store(), jobs, new Consoles(state.store(), state.clock(), homeId));
    }

    /** Fails the jobs that the state takes for running and nobody works on, as each heartbeat does. */
    void settleJobs() {
        care().settle();
    }

    JobService jobs() {
        return jobs;
    }

    /** Another queue of the console's, which begins what waits when the test fills it; instead of {@link #start}. */
    DeploymentQueue queue() {
        DeploymentQueue queue = new DeploymentQueue(config, DeploymentStores.make());
        queue.open();
        return queue;
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

    /** An app from the repository {@code team/shop} of a connection. */
    App deployedFromConnection(String name) {
        return deployedFromConnection(name, "https://1.1.1.1");
    }

    App deployedFromConnection(String name, String baseUrl) {
        connectionId = vcs.connections()
                .create(caller, new VcsConnectionDraft(VcsKind.GITEA, name, baseUrl, VcsStandIn.TOKEN))
                .id();
        repository.knowConnection(connectionId);
        App app = app(name, "node");
        deployFromConnection(app, null, List.of());
        return app;
    }

    /** Where providers reach the console. */
    void reachedAt(String address) {
        publicAddress = address;
    }

    String connectionId() {
        return connectionId;
    }

    void deployFromConnection(App app, @Nullable String branch, List<String> watchPaths) {
        sources()
                .put(
                        caller,
                        app.id(),
                        new SourceDraft(
                                connectionId,
                                "team",
                                "shop",
                                null,
                                branch,
                                null,
                                watchPaths,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null),
                        null);
    }

    /** As if it had been made for the app's repository at a provider. */
    VcsHook hook(App app, String owner) {
        return new VcsHook(
                "hook_1",
                app.organizationId(),
                connectionId,
                app.id(),
                owner,
                "Shop",
                "https://console.example/hooks/vcs/hook_1",
                List.of("push"),
                true,
                true,
                "7",
                Instant.EPOCH);
    }

    /** As if a provider told of it. */
    void push(VcsHook hook, Push push) {
        Pushes pushes = new Pushes(config, DeploymentStores.make(), service(), deployments.watch());
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

    /** Has apps that are made from now on run on a server behind SSH. */
    void addServer(String name, SshTarget target, int port) {
        String key = ((SshCredentials.PrivateKey) target.credentials()).pem();
        Server added = servers.service()
                .create(
                        caller,
                        new ServerDraft(
                                name,
                                ServerKind.SSH,
                                target.host(),
                                port,
                                target.user(),
                                new ServerDraft.Auth(
                                        ServerAuthType.KEY,
                                        new SecretChange.Replace(key),
                                        SecretChange.keep(),
                                        SecretChange.keep())));
        String fingerprint =
                requireNonNull(servers.service().test(caller, added.id()).hostKeyFingerprint());
        serverId =
                servers.service().trustHostKey(caller, added.id(), fingerprint).id();
    }

    /** Has apps that are made from now on run on a server that nobody has connected to. */
    void addUnreachedServer(String name) {
        serverId = servers.service()
                .create(
                        caller,
                        new ServerDraft(
                                name,
                                ServerKind.SSH,
                                "192.0.2.1",
                                22,
                                "root",
                                new ServerDraft.Auth(
                                        ServerAuthType.PASSWORD,
                                        SecretChange.keep(),
                                        SecretChange.keep(),
                                        new SecretChange.Replace("x"))))
                .id();
    }

    /** What the console owns. */
    Path home() {
        return state.home().directory();
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
                                serverId,
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

    /** An app that is a unit of the server's systemd. */
    App unit(String name, String unit) {
        return apps.service()
                .create(
                        caller,
                        new AppDraft(
                                name,
                                serverId,
                                RuntimeKind.SYSTEMD,
                                null,
                                null,
                                null,
                                null,
                                unit,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null));
    }

    /** Has sources name a repository that is there, for tests that do not ask the one in memory. */
    void readFrom(Path directory) {
        cloneUrl = directory.toString();
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
        return source(build, preDeploy, postDeploy, healthCheck, place.toString());
    }

    /** One whose releases lie elsewhere. */
    SourceDraft sourceIn(@Nullable String directory) {
        return source(null, List.of(), List.of(), null, directory);
    }

    private SourceDraft source(
            @Nullable List<String> build,
            List<String> preDeploy,
            List<String> postDeploy,
            @Nullable HealthCheck healthCheck,
            @Nullable String directory) {
        return new SourceDraft(
                null,
                null,
                null,
                cloneUrl,
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
                directory,
                null,
                null);
    }

    /**
     * A source that does not get through a step in which a command runs.
     *
     * @param longestCheck of a health check, in seconds
     */
    SourceDraft hangingIn(StepName step, int longestCheck) {
        // The file's name is in the command, so that a process that is left can be found by it.
        List<String> hangs = List.of("sh", "-c", "sleep 600; : " + marker());
        return source(
                step == StepName.BUILD ? hangs : null,
                step == StepName.PRE_DEPLOY ? hangs : List.of(),
                step == StepName.POST_DEPLOY ? hangs : List.of(),
                step == StepName.HEALTH_CHECK ? new HealthCheck(null, List.of("false"), null, longestCheck, 1) : null);
    }

    private String marker() {
        return place.resolveSibling("marker").toString();
    }

    /** The command lines that {@link #hangingIn} has begun and that are not over. */
    List<String> hanging() {
        return ProcessHandle.allProcesses()
                .flatMap(each -> each.info().commandLine().stream())
                .filter(each -> each.contains(marker()))
                .toList();
    }

    /** Until it is known by what the command of a job is found. */
    void awaitCommand() throws Exception {
        Awaiting.until(() -> state.store()
                        .read(tx -> tx.select(
                                        Integer.class,
                                        "SELECT count(*) FROM job WHERE status = 'running' AND process_id IS NOT NULL")
                                .one())
                > 0);
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
