package dev.wheelhouse.core.apps.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppError;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.host.ssh.DebianSshd;
import dev.wheelhouse.core.platform.host.ssh.HostTrust;
import dev.wheelhouse.core.platform.host.ssh.SshConnections;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import dev.wheelhouse.core.platform.host.ssh.SshTarget;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.HeardProgress;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.ContainerTurn;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Containers of a real engine. */
@Real
@ResourceLock(ContainerTurn.CONTAINERS)
class PodmanTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String NO_MEMORY = "The control groups here cannot limit memory.";

    private static ContainerTurn turn;
    private static Podman podman;
    private static Workers workers;
    private static Host host;
    private static ContainerRuntime runtime;

    private final List<App> started = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        String missing = Podman.missing();
        assumeTrue(missing.isEmpty(), missing);
        turn = ContainerTurn.take();
        Podman made = Podman.start();
        String trouble = made.trouble();
        if (!trouble.isEmpty()) {
            made.close();
        }
        assumeTrue(trouble.isEmpty(), trouble);
        podman = made;
        workers = new Workers();
        host = new LocalHost(workers);
        runtime = new ContainerRuntime(workers);
    }

    @AfterAll
    static void stop() throws Exception {
        if (podman != null) {
            host.close();
            workers.close();
            podman.close();
        }
        if (turn != null) {
            turn.close();
        }
    }

    @AfterEach
    void removeApps() {
        started.forEach(each -> runtime.remove(host, each));
    }

    /** An app with that name as its id too; taken away after the test. */
    private App app(String name, RestartPolicy restart, int replicas, String script) {
        return app(name, restart, replicas, null, script);
    }

    private App app(String name, RestartPolicy restart, int replicas, @Nullable Long memory, String script) {
        AppSpec.Container spec = new AppSpec.Container(
                Podman.IMAGE,
                List.of("sh", "-c", script),
                List.of(),
                Map.of("SAYS", "it's $HOME"),
                List.of(),
                memory,
                podman.socket(),
                replicas,
                null);
        App app = new App("app_" + name, "org_1", name, "srv_1", spec, restart, Instant.EPOCH, 1);
        started.add(app);
        return app;
    }

    private static App with(App app, AppSpec.Container spec) {
        return new App(
                app.id(), app.organizationId(), app.name(), app.serverId(), spec, app.restart(), app.createdAt(), 2);
    }

    private static AppSnapshot look(App app) {
        return runtime.look(host, List.of(app)).getOrDefault(app.id(), new AppSnapshot(List.of(), 0, "not there"));
    }

    private static AppException refusal(Runnable call) {
        return catchThrowableOfType(AppException.class, call::run);
    }

    private static List<String> texts(List<PlacedLine> lines) {
        return lines.stream().map(each -> each.line().text()).toList();
    }

    private static LogSource log(App app) {
        return runtime.log(() -> host, app);
    }

    private static List<PlacedLine> take(LogFollowing following, int count) throws InterruptedException {
        List<PlacedLine> taken = new ArrayList<>();
        while (taken.size() < count) {
            List<PlacedLine> some = following.next(PATIENCE);
            assertThat(some)
                    .as("after %d lines; %s", taken.size(), following.notice())
                    .isNotEmpty();
            taken.addAll(some);
        }
        return taken;
    }

    @Test
    void runsAnAppFromItsFirstStartToItsRemoval() throws Exception {
        App app = app(
                "life",
                RestartPolicy.ALWAYS,
                1,
                "echo \"$SAYS\"; echo to stderr >&2; trap 'exit 0' TERM; while :; do sleep 0.2; done");
        assertThat(look(app).instances()).isEmpty();

        runtime.start(host, app);

        Instance up = look(app).instances().getFirst();
        assertThat(up.name()).isEqualTo("life");
        assertThat(up.running()).isTrue();
        assertThat(up.pid()).isPositive();
        Instance.Use use = Objects.requireNonNull(up.use());
        if (Podman.hasMemoryOfContainers()) {
            assertThat(use.memoryBytes()).isBetween(1L, 100L << 20);
            assertThat(use.memoryLimitBytes()).isGreaterThan(100L << 20);
        }
        assertThat(use.cpuNanos()).isPositive();
        LogPage page = log(app).tail(10, 10_000);
        assertThat(page.lines())
                .extracting(each -> each.line().text(), each -> each.line().stream())
                .containsExactlyInAnyOrder(tuple("it's $HOME", LogStream.STDOUT), tuple("to stderr", LogStream.STDERR));
        assertThat(page.lines()).allMatch(each -> each.line().time() != null);
        assertThat(podman.run("inspect", "life", "--format", "{{.HostConfig.RestartPolicy.Name}}"))
                .isEqualToIgnoringWhitespace("unless-stopped");

        runtime.start(host, app);
        assertThat(look(app).instances().getFirst().identity()).isEqualTo(up.identity());

        runtime.stop(host, app);
        Instance down = look(app).instances().getFirst();
        assertThat(down.running()).isFalse();
        assertThat(down.exitCode()).isNotNull();
        assertThat(down.endedAt()).isNotNull();
        assertThat(down.use()).isNull();
        runtime.stop(host, app);

        runtime.start(host, app);
        assertThat(look(app).instances().getFirst().identity()).isNotEqualTo(up.identity());

        runtime.remove(host, app);
        assertThat(look(app).instances()).isEmpty();
        assertThat(podman.run("ps", "-a", "--format", "{{.Names}}")).doesNotContain("life");
    }

    @Test
    void replacesWhatWasMadeFromAnotherSpec() throws Exception {
        assumeTrue(Podman.hasMemoryOfContainers(), NO_MEMORY);
        App app = app("changed", RestartPolicy.NEVER, 2, "trap 'exit 0' TERM; while :; do sleep 0.2; done");
        runtime.start(host, app);
        String before = look(app).instances().getFirst().identity();
        AppSpec.Container old = (AppSpec.Container) app.spec();
        App changed = with(
                app,
                new AppSpec.Container(
                        old.image(),
                        List.of("sh", "-c", "echo new; trap 'exit 0' TERM; while :; do sleep 0.2; done"),
                        List.of(),
                        Map.of(),
                        List.of(),
                        64L << 20,
                        old.engine(),
                        1,
                        null));

        runtime.start(host, changed);

        AppSnapshot snapshot = look(changed);
        assertThat(snapshot.instances()).extracting(Instance::name).containsExactly("changed");
        assertThat(snapshot.instances().getFirst().identity()).isNotEqualTo(before);
        assertThat(Objects.requireNonNull(snapshot.instances().getFirst().use()).memoryLimitBytes())
                .isEqualTo(64L << 20);
        assertThat(texts(log(changed).tail(10, 1000).lines())).containsExactly("new");
    }

    @Test
    void tellsTheLastLinesOfWhatEndsAtOnce() {
        App app = app("crash", RestartPolicy.NEVER, 1, "echo reading config; echo no such file >&2; exit 3");

        AppException failure = refusal(() -> runtime.start(host, app));

        assertThat(failure.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(failure)
                .hasMessageContaining("exit code 3")
                .hasMessageContaining("reading config")
                .hasMessageContaining("no such file");
        Instance ended = look(app).instances().getFirst();
        assertThat(ended.running()).isFalse();
        assertThat(ended.exitCode()).isEqualTo(3);
    }

    @Test
    void tellsAProgramThatTheImageDoesNotHave() {
        App app = app("absent", RestartPolicy.NEVER, 1, "");
        AppSpec.Container old = (AppSpec.Container) app.spec();
        App other = with(
                app,
                new AppSpec.Container(
                        old.image(),
                        List.of("/no/such/program"),
                        List.of(),
                        Map.of(),
                        List.of(),
                        null,
                        old.engine(),
                        1,
                        null));

        AppException failure = refusal(() -> runtime.start(host, other));

        assertThat(failure.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(failure).hasMessageContaining("/no/such/program");
    }

    @Test
    void tellsWhatReachedItsMemoryLimit() throws Exception {
        assumeTrue(Podman.hasMemoryOfContainers(), NO_MEMORY);
        App app = app("hungry", RestartPolicy.NEVER, 1, 16L << 20, "sleep 2; exec tail /dev/zero");

        runtime.start(host, app);

        try {
            Awaiting.until(() -> !look(app).isRunning());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        Instance ended = look(app).instances().getFirst();
        assertThat(ended.exitCode()).isEqualTo(137);
        assertThat(ended.detail()).contains("memory");
    }

    @Test
    void countsWhatTheEngineStartsAgain() throws Exception {
        App app = app("again", RestartPolicy.ON_FAILURE, 1, "sleep 1.5; exit 1");

        runtime.start(host, app);

        Awaiting.until(() -> look(app).instances().getFirst().restarts() > 0);
        runtime.stop(host, app);
        assertThat(look(app).isRunning()).isFalse();
    }

    @Test
    void tellsThatItsImageIsMissingAndPullsIt() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/docker-registry")), "Install Debian's docker-registry.");
        App app = app("pulled", RestartPolicy.NEVER, 1, "trap 'exit 0' TERM; while :; do sleep 0.2; done");
        AppSpec.Container old = (AppSpec.Container) app.spec();
        String image = podman.onlyInRegistry("team/busybox");

        App pulled = with(app, ofImage(old, image));
        assertThat(refusal(() -> runtime.start(host, pulled)).errorCode()).isEqualTo(AppError.IMAGE_MISSING);
        HeardProgress progress = new HeardProgress();
        runtime.pull(host, pulled, progress);
        assertThat(progress.words()).as("what the engine told").isNotEmpty();
        assertThat(progress.log()).isNotEmpty();
        runtime.start(host, pulled);
        assertThat(look(app).isRunning()).isTrue();

        String absent = image.replace("team/busybox", "team/nothing");
        App nowhere = with(app, ofImage(old, absent));
        assertThat(refusal(() -> runtime.start(host, nowhere)).errorCode()).isEqualTo(AppError.IMAGE_MISSING);
        AppException failure = refusal(() -> runtime.pull(host, nowhere, new HeardProgress()));
        assertThat(failure.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(failure).hasMessageContaining(absent);
        assertThat(look(app).isRunning()).as("what ran goes on").isTrue();
    }

    private static AppSpec.Container ofImage(AppSpec.Container spec, String image) {
        return new AppSpec.Container(
                image, spec.command(), List.of(), Map.of(), List.of(), null, spec.engine(), 1, null);
    }

    @Test
    void saysThatTheEngineIsAwayAndSeesItAgain() throws Exception {
        App app = app("steady", RestartPolicy.NEVER, 1, "trap 'exit 0' TERM; while :; do sleep 0.2; done");
        runtime.start(host, app);

        podman.stopServing();
        assertThat(look(app).trouble()).contains(podman.socket());
        podman.serve();

        Awaiting.until(() -> look(app).trouble() == null);
        assertThat(look(app).isRunning()).isTrue();
    }

    @Test
    void followsWithoutLossWhateverIsWrittenAndWherePeopleReadOn() throws Exception {
        int count = 20_000;
        App app = app(
                "fast",
                RestartPolicy.NEVER,
                1,
                "echo 0; sleep 2; seq 1 " + count + "; trap 'exit 0' TERM; while :; do sleep 0.2; done");
        runtime.start(host, app);
        LogPosition begun = log(app).tail(1, 100).lines().getFirst().after();
        List<PlacedLine> all;
        try (LogFollowing following = log(app).follow(begun)) {
            long begin = System.nanoTime();
            all = take(following, count);
            System.out.println("followed " + count + " lines in " + (System.nanoTime() - begin) / 1_000_000
                    + " ms, 2 s of them before the first");
        }
        assertThat(texts(all))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, count)
                        .mapToObj(String::valueOf)
                        .toList());

        for (int at : List.of(0, 1, 777, count - 2)) {
            LogPosition place = all.get(at).after();
            try (LogFollowing following = log(app).follow(place)) {
                assertThat(take(following, 1).getFirst().line().text()).isEqualTo(String.valueOf(at + 2));
            }
            LogPage page = log(app).search(new LogSearch(LogFilter.ALL, null, null, place, 1));
            assertThat(texts(page.lines())).containsExactly(String.valueOf(at + 2));
        }
        LogPage tail = log(app).tail(3, 1000);
        assertThat(texts(tail.lines()))
                .containsExactly(String.valueOf(count - 2), String.valueOf(count - 1), String.valueOf(count));
        assertThat(tail.hasMore()).isTrue();
        assertThat(tail.end()).isEqualTo(all.getLast().after());
        LogFilter filter = new LogFilter(List.of(new LogPattern("^1.*99$", true, true)), List.of(), Set.of());
        assertThat(texts(log(app).search(new LogSearch(filter, null, null, null, 3))
                        .lines()))
                .containsExactly("199", "1099", "1199");
        LogPage newest = log(app).tail(1, 100);
        try (LogFollowing following = log(app).follow(null)) {
            assertThat(following.next(Duration.ofMillis(200))).isEmpty();
        }
        assertThat(newest.hasMore()).isTrue();
    }

    @Test
    void goesOnWhenTheContainerIsStartedAgainAndEndsWhenItIsGone() throws Exception {
        App app = app("phoenix", RestartPolicy.NEVER, 1, "echo run; trap 'exit 0' TERM; while :; do sleep 0.1; done");
        runtime.start(host, app);
        try (LogFollowing following = log(app).follow(log(app).tail(1, 100).end())) {
            runtime.stop(host, app);
            runtime.start(host, app);
            assertThat(texts(take(following, 1))).containsExactly("run");

            runtime.remove(host, app);
            AppException end = null;
            while (end == null) {
                end = refusal(() -> {
                    try {
                        following.next(Duration.ofMillis(100));
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
            }
            assertThat(end.errorCode()).isEqualTo(PlatformError.NOT_FOUND);
        }
    }

    @Test
    void waitsForAContainerThatIsStillToComeAndTellsItsFirstLine() throws Exception {
        App app = app("unborn", RestartPolicy.NEVER, 1, "echo first; trap 'exit 0' TERM; while :; do sleep 0.1; done");
        assertThat(log(app).tail(10, 1000).lines()).isEmpty();
        assertThat(log(app).search(new LogSearch(LogFilter.ALL, null, null, null, 10))
                        .lines())
                .isEmpty();
        try (LogFollowing following = log(app).follow(null)) {
            assertThat(following.next(Duration.ofMillis(100))).isEmpty();
            runtime.start(host, app);
            assertThat(texts(take(following, 1))).containsExactly("first");
        }
    }

    @Test
    void losesNothingOfALineThatGoesOnWhileItIsRead() throws Exception {
        assumeFalse(Podman.IS_DOCKER, "Docker shows a line once it has ended.");
        App app = app(
                "slow",
                RestartPolicy.NEVER,
                1,
                "trap 'echo \" and its end\"' USR1; trap 'exit 0' TERM; echo whole; echo -n begun; while :; do sleep 0.1;"
                        + " done");
        runtime.start(host, app);
        Awaiting.until(() -> podman.run("logs", "slow").contains("begun"));
        LogPage page = log(app).tail(10, 1000);
        assertThat(texts(page.lines())).containsExactly("whole");
        assertThat(page.hasMore()).isFalse();
        try (LogFollowing following = log(app).follow(page.end())) {
            podman.run("kill", "--signal", "USR1", "slow");
            assertThat(texts(take(following, 1))).containsExactly("begun and its end");
        }
    }

    @Test
    void joinsALongLineAndKeepsEmptyOnes() throws Exception {
        App app = app(
                "long",
                RestartPolicy.NEVER,
                1,
                "head -c 40000 /dev/zero | tr '\\000' x; echo; echo; echo after; trap 'exit 0' TERM; while :; do sleep"
                        + " 0.2; done");
        runtime.start(host, app);

        Awaiting.until(() -> log(app).tail(3, 100_000).lines().size() == 3);
        LogPage whole = log(app).search(new LogSearch(LogFilter.ALL, null, null, null, 10));
        assertThat(texts(whole.lines())).containsExactly("x".repeat(40_000), "", "after");
        assertThat(texts(log(app).tail(3, 100_000).lines())).isEqualTo(texts(whole.lines()));
    }

    @Test
    void putsTheLogsOfCopiesTogetherAndLooksAtManyAtOnce() throws Exception {
        App app = app("many", RestartPolicy.NEVER, 20, "echo up; trap 'exit 0' TERM; while :; do sleep 0.2; done");
        runtime.start(host, app);

        long begin = System.nanoTime();
        AppSnapshot snapshot = look(app);
        System.out.println("looked at 20 containers in " + (System.nanoTime() - begin) / 1_000_000 + " ms");

        assertThat(snapshot.instances()).hasSize(20).allMatch(Instance::running).allMatch(each -> each.use() != null);
        LogPage page = log(app).tail(100, 10_000);
        assertThat(page.lines()).hasSize(20);
        assertThat(page.lines())
                .extracting(each -> each.line().instance())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 20).mapToObj(i -> "many-" + i).toList());
        List<FoundApp> found = runtime.discover(host);
        assertThat(found).noneMatch(each -> each.name().startsWith("many"));
    }

    @Test
    void refusesTheNameOfSomebodyElsesContainerAndTakesItOverWhenAsked() throws Exception {
        podman.run(
                "run",
                "-d",
                "--name",
                "foreign",
                Podman.IMAGE,
                "sh",
                "-c",
                "echo mine; trap 'exit 0' TERM; while :; do sleep 0.2; done");
        try {
            App app = app("foreign", RestartPolicy.NEVER, 1, "trap 'exit 0' TERM; while :; do sleep 0.2; done");
            assertThat(refusal(() -> runtime.start(host, app)).errorCode()).isEqualTo(PlatformError.ALREADY_EXISTS);

            AppSpec.Container old = (AppSpec.Container) app.spec();
            App adopted = with(
                    app,
                    new AppSpec.Container(
                            old.image(),
                            List.of(),
                            List.of(),
                            Map.of(),
                            List.of(),
                            null,
                            old.engine(),
                            1,
                            List.of("foreign", "missing")));
            runtime.start(host, adopted);
            assertThat(look(adopted).instances())
                    .extracting(Instance::name, Instance::running)
                    .containsExactly(tuple("foreign", true), tuple("missing", false));
            runtime.stop(host, adopted);
            runtime.remove(host, adopted);
            assertThat(podman.run("ps", "-a", "--format", "{{.Names}}")).contains("foreign");
        } finally {
            podman.run("rm", "-f", "-t", "0", "foreign");
        }
    }

    @Test
    void worksTheSameOverSsh(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isExecutable(DebianSshd.PROGRAM), "Install Debian's package openssh-server.");
        try (SshConnections connections = new SshConnections(workers, SshTimeouts.DEFAULT, null);
                DebianSshd server = DebianSshd.start(folder)) {
            Path key = server.newKey("key", "", "-t", "ed25519");
            SshTarget target = server.target(new SshCredentials.PrivateKey(Files.readString(key), null));
            HostTrust trust = HostTrust.inFingerprint(connections.keyOf(target).fingerprint());
            try (Host remote = connections.open(target, trust)) {
                App app = app(
                        "remote",
                        RestartPolicy.NEVER,
                        3,
                        "echo 0; sleep 2; seq 1 2000; trap 'exit 0' TERM; while :; do sleep 0.2; done");
                runtime.start(remote, app);
                long begin = System.nanoTime();
                AppSnapshot snapshot = runtime.look(remote, List.of(app))
                        .getOrDefault(app.id(), new AppSnapshot(List.of(), 0, "not there"));
                System.out.println(
                        "looked at 3 containers over SSH in " + (System.nanoTime() - begin) / 1_000_000 + " ms");
                assertThat(snapshot.trouble()).isNull();
                assertThat(snapshot.instances()).hasSize(3).allMatch(Instance::running);
                LogSource log = runtime.log(() -> remote, app);
                LogPosition end = log.search(new LogSearch(LogFilter.ALL, null, null, null, 3))
                        .end();
                try (LogFollowing following = log.follow(end)) {
                    assertThat(take(following, 6000)).hasSize(6000);
                }
                runtime.stop(remote, app);
                assertThat(look(app).isRunning()).isFalse();
            }
        }
    }
}
