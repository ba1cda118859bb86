package dev.wheelhouse.core.apps.systemd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.apps.runtime.App;
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
import dev.wheelhouse.core.platform.host.CommandsOnlyHost;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.ContainerTurn;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Units of a real systemd, over a real SSH server. */
@Real
@ResourceLock(ContainerTurn.CONTAINERS)
class SystemdRuntimeTest {

    /**
     * Ends its child before itself: of two processes of a unit that end at the same moment, systemd may miss the last one
     * where control groups tell it nothing, as with cgroup v1 in a container, and then waits out its own time limit.
     */
    private static final String WORKER = """
        ExecStart=/bin/sh -c 'sleep 1000 & trap "kill $$!; wait; exit 0" TERM; while :; do :; done'
        KillMode=mixed
        Nice=19""";

    private static ContainerTurn turn;
    private static SystemdServer server;
    private static SystemdRuntime runtime;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws Exception {
        turn = ContainerTurn.take();
        server = SystemdServer.start(folder);
        runtime = server.runtime();
        server.addUser("joe");
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
        turn.close();
    }

    private static App app(String unit) {
        return new App(
                "app_" + unit,
                "org_1",
                "app",
                "srv_1",
                new AppSpec.SystemdUnit(unit),
                RestartPolicy.NEVER,
                Instant.EPOCH,
                1);
    }

    private static App unit(String name, String service) throws Exception {
        server.writeUnit(name, "[Unit]\nDescription=A test of " + name + "\n[Service]\n" + service + "\n");
        return app(name);
    }

    private static Instance look(App app) {
        AppSnapshot snapshot =
                Objects.requireNonNull(runtime.look(server.root(), List.of(app)).get(app.id()));
        assertThat(snapshot.trouble()).isNull();
        assertThat(snapshot.at()).isPositive();
        return snapshot.instances().getFirst();
    }

    private static Instance.Use use(Instance instance) {
        return Objects.requireNonNull(instance.use());
    }

    private static boolean isRunning(Map<String, AppSnapshot> snapshots, App app) {
        return Objects.requireNonNull(snapshots.get(app.id())).isRunning();
    }

    private static Instant time(PlacedLine line) {
        return Objects.requireNonNull(line.line().time());
    }

    private static List<String> texts(LogPage page) {
        return page.lines().stream().map(each -> each.line().text()).toList();
    }

    @Test
    void startsAndStopsAUnitAndTellsWhatItTakes() throws Exception {
        App app = unit("worker.service", WORKER);
        assertThat(look(app)).matches(each -> !each.running() && each.identity().isEmpty());
        runtime.start(server.root(), app);
        Instance first = look(app);
        assertThat(first.running()).isTrue();
        assertThat(first.pid()).isPositive();
        assertThat(first.startedAt()).isAfter(Instant.parse("2025-01-01T00:00:00Z"));
        assertThat(use(first).memoryBytes()).isBetween(100_000L, 100_000_000L);
        assertThat(use(first).memoryLimitBytes()).isGreaterThan(100_000_000L);
        Awaiting.until(() -> use(look(app)).cpuNanos() > use(first).cpuNanos());
        runtime.start(server.root(), app);
        assertThat(look(app).identity()).isEqualTo(first.identity());
        runtime.stop(server.root(), app);
        assertThat(look(app))
                .matches(each -> !each.running() && each.use() == null && each.pid() == null)
                .matches(each -> each.exitCode() == null || each.exitCode() == 0);
        runtime.stop(server.root(), app);
        runtime.start(server.root(), app);
        assertThat(look(app).identity()).isNotEqualTo(first.identity());
        runtime.stop(server.root(), app);
    }

    @Test
    void aStartIsOneCommandThatAlsoTellsHowTheUnitIsThen() throws Exception {
        App app = unit("single.service", "ExecStart=/bin/sleep 1000");
        AtomicInteger commands = new AtomicInteger();
        Host counting = new CommandsOnlyHost() {
            @Override
            public HostProcess start(HostCommand command) {
                commands.incrementAndGet();
                return server.root().start(command);
            }
        };
        assertThat(runtime.start(counting, app).isRunning()).isTrue();
        assertThat(commands).hasValue(1);
        runtime.stop(counting, app);
        assertThat(commands).hasValue(2);
        assertThat(look(app).running()).isFalse();
    }

    @Test
    void aRestartLosesNoConnectionToASocketOfSystemds() throws Exception {
        server.writeFile("/usr/local/bin/answering.pl", SocketLoad.ANSWERING);
        server.writeUnit("answering.socket", SocketLoad.SOCKET);
        App app = unit("answering.service", "ExecStart=/usr/bin/perl /usr/local/bin/answering.pl");
        server.root().run(HostCommand.of("systemctl", "start", "answering.socket"));
        runtime.start(server.root(), app);
        SocketLoad load = SocketLoad.start(server);
        Set<String> runs = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            // Twenty in a row are more than systemd lets by default.
            server.root().run(HostCommand.of("systemctl", "reset-failed", "answering.service"));
            runs.add(runtime.restart(server.root(), app).instances().getFirst().identity());
        }

        assertThat(load.end()).matches(SocketLoad.NONE_LOST);
        assertThat(runs).hasSize(20);
        server.root().run(HostCommand.of("systemctl", "stop", "answering.socket", "answering.service"));
    }

    @Test
    void killsAUnitThatDoesNotEnd() throws Exception {
        App app = unit("stubborn.service", "ExecStart=/bin/sh -c \"trap '' TERM; exec sleep 1000\"");
        runtime.start(server.root(), app);
        runtime.stop(server.root(), app);
        assertThat(look(app)).matches(each -> !each.running()).matches(each -> Objects.equals(each.exitCode(), 137));
    }

    @Test
    void tellsTheLastLinesOfAUnitThatEndsAtOnce() throws Exception {
        App app = unit("broken.service", "ExecStart=/bin/sh -c 'echo the port is taken; exit 3'");
        assertThatThrownBy(() -> runtime.start(server.root(), app))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.STATE_INVALID))
                .hasMessageContaining("ended with exit code 3")
                .hasMessageContaining("the port is taken");
        assertThat(look(app))
                .matches(each -> Objects.equals(each.exitCode(), 3))
                .matches(each -> each.detail().equals("ended with exit code 3"));
        assertThatThrownBy(() -> runtime.start(server.root(), unit("done.service", "ExecStart=/bin/true")))
                .hasMessageContaining("ended again at once");
    }

    @Test
    void tellsThatSystemdStartsAUnitAgainAndAgain() throws Exception {
        App app = unit("looping.service", "ExecStart=/bin/false\nRestart=always\nRestartSec=30");
        assertThatThrownBy(() -> runtime.start(server.root(), app)).hasMessageContaining("did not stay up");
        assertThat(look(app))
                .matches(each -> !each.running())
                .matches(each -> each.detail().endsWith("systemd starts it again"));
        runtime.stop(server.root(), app);
        assertThat(look(app).detail()).doesNotContain("again");
    }

    @Test
    void startsAUnitThatFailedTooOften() throws Exception {
        App app = unit(
                "often.service",
                "ExecStart=/bin/sh -c 'test -e /tmp/often-may && exec sleep 1000'\nRestart=always\nRestartSec=1ms");
        assertThatThrownBy(() -> runtime.start(server.root(), app)).hasMessageContaining("did not stay up");
        Awaiting.until(
                () -> look(app).detail().contains("too often") || look(app).restarts() >= 5);
        server.run("touch", "/tmp/often-may");
        runtime.start(server.root(), app);
        assertThat(look(app).running()).isTrue();
        runtime.stop(server.root(), app);
    }

    @Test
    void takesUnitsOfOneShotForWhatTheyAre() throws Exception {
        runtime.start(server.root(), unit("once.service", "Type=oneshot\nExecStart=/bin/true"));
        assertThat(look(app("once.service")).running()).isFalse();
        App stays = unit("stays.service", "Type=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true");
        runtime.start(server.root(), stays);
        assertThat(look(stays)).matches(each -> each.running() && each.pid() == null && each.use() == null);
        runtime.stop(server.root(), stays);
        assertThat(look(stays).running()).isFalse();
        App slow = unit("slow.service", "Type=oneshot\nExecStart=/bin/sleep 1000");
        runtime.start(server.root(), slow);
        assertThat(look(slow))
                .matches(Instance::running)
                .matches(each -> each.detail().equals("starting"));
        runtime.stop(server.root(), slow);
        assertThatThrownBy(
                        () -> runtime.start(server.root(), unit("wrong.service", "Type=oneshot\nExecStart=/bin/false")))
                .hasMessageContaining("exit code 1");
    }

    @Test
    void saysWhatToDoAboutUnitsThatCannotBeStarted() throws Exception {
        assertThatThrownBy(() -> runtime.start(server.root(), app("nowhere.service")))
                .hasMessageContaining("no unit nowhere.service");
        assertThat(look(app("nowhere.service")).detail()).contains("no such unit");
        runtime.stop(server.root(), app("nowhere.service"));
        server.run("systemctl", "mask", "masked.service");
        assertThatThrownBy(() -> runtime.start(server.root(), app("masked.service")))
                .hasMessageContaining("systemctl unmask masked.service");
        assertThat(look(app("masked.service")).detail()).isEqualTo("masked");
        App conditional =
                unit("conditional.service", "ExecStart=/bin/sleep 1000\n[Unit]\nConditionPathExists=/nowhere");
        assertThatThrownBy(() -> runtime.start(server.root(), conditional)).hasMessageContaining("conditions");
    }

    @Test
    void takesInstancesOfTemplates() throws Exception {
        server.writeUnit("queue@.service", "[Service]\nExecStart=/bin/sh -c 'echo this is %i; exec sleep 1000'\n");
        App app = app("queue@two.service");
        runtime.start(server.root(), app);
        Awaiting.until(() ->
                texts(runtime.log(() -> server.root(), app).tail(50, 1 << 20)).contains("this is two"));
        runtime.stop(server.root(), app);
    }

    @Test
    void looksAtManyUnitsAtOnce() {
        List<App> apps = List.of(app("cron.service"), app("nowhere.service"), app("ssh.service"));
        Map<String, AppSnapshot> snapshots = runtime.look(server.root(), apps);
        assertThat(snapshots).hasSize(3);
        assertThat(isRunning(snapshots, app("cron.service"))).isTrue();
        assertThat(isRunning(snapshots, app("ssh.service"))).isTrue();
        assertThat(isRunning(snapshots, app("nowhere.service"))).isFalse();
    }

    @Test
    void refusesWhatTheUserMayNotDoWithAWordOnHowToAllowIt() throws Exception {
        App app = unit("theirs.service", "ExecStart=/bin/sh -c 'echo hello; exec sleep 1000'");
        runtime.start(server.root(), app);
        try (Host joe = server.open("joe")) {
            assertThat(isRunning(runtime.look(joe, List.of(app)), app)).isTrue();
            assertThatThrownBy(() -> runtime.stop(joe, app)).hasMessageContaining("polkit");
            assertThatThrownBy(() -> runtime.start(joe, unit("other.service", "ExecStart=/bin/sleep 1000")))
                    .hasMessageContaining("Log in as root");
            assertThatThrownBy(() -> runtime.log(() -> joe, app).tail(10, 1000))
                    .isInstanceOfSatisfying(
                            AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.STATE_INVALID))
                    .hasMessageContaining("systemd-journal");
        }
        runtime.stop(server.root(), app);
    }

    @Test
    void findsUnitsThatRunAndThoseThatCould() throws Exception {
        unit("offered.service", "ExecStart=/bin/sleep 1000\n[Install]\nWantedBy=multi-user.target");
        unit("written.service", "ExecStart=/bin/sleep 1000");
        List<FoundApp> found = runtime.discover(server.root());
        assertThat(found)
                .as("a unit without a section that installs it, which an administrator has only just written")
                .contains(new FoundApp(
                        "written", new AppSpec.SystemdUnit("written.service"), "A test of written.service", false))
                .contains(new FoundApp(
                        "cron",
                        new AppSpec.SystemdUnit("cron.service"),
                        "Regular background program processing daemon",
                        true))
                .contains(new FoundApp(
                        "offered", new AppSpec.SystemdUnit("offered.service"), "A test of offered.service", false));
        assertThat(found).extracting(FoundApp::running).isSortedAccordingTo((a, b) -> Boolean.compare(b, a));
        assertThat(found)
                .noneMatch(each -> ((AppSpec.SystemdUnit) each.spec()).unit().contains("@."));
    }

    @Test
    void readsTheJournalForwardsBackwardsAndBetweenTimes() throws Exception {
        App app = unit(
                "counting.service",
                "Type=oneshot\nLogRateLimitIntervalSec=0\nExecStart=/bin/sh -c 'i=0; while [ $i -lt 500 ];"
                        + " do i=$((i+1)); echo line $i; done; printf \"<3>grave\\\\n\"; sleep 0.3'");
        runtime.start(server.root(), app);
        LogSource log = runtime.log(() -> server.root(), app);
        Awaiting.until(() -> texts(log.tail(600, 1 << 20)).stream().anyMatch(each -> each.contains("Finished")));
        LogPage tail = log.tail(600, 1 << 20);
        assertThat(texts(tail))
                .containsSubsequence("line 1", "line 500", "grave")
                .anyMatch(each -> each.contains("Finished"));
        assertThat(texts(log.tail(2, 1 << 20))).hasSize(2);
        assertThat(texts(log.tail(600, 100))).hasSizeBetween(1, 20);
        PlacedLine grave = tail.lines().stream()
                .filter(each -> each.line().text().equals("grave"))
                .findFirst()
                .orElseThrow();
        assertThat(grave.line().stream()).isEqualTo(LogStream.STDERR);
        List<String> paged = new ArrayList<>();
        LogPosition after = null;
        LogPage page;
        do {
            page = log.search(new LogSearch(LogFilter.ALL, null, null, after, 77));
            paged.addAll(texts(page));
            after = page.end();
        } while (page.hasMore());
        assertThat(paged).isEqualTo(texts(tail));
        Instant middle = time(tail.lines().get(250));
        assertThat(texts(log.search(new LogSearch(LogFilter.ALL, middle, null, null, 1000))))
                .isEqualTo(tail.lines().stream()
                        .filter(each -> !time(each).isBefore(middle))
                        .map(each -> each.line().text())
                        .toList());
        assertThat(texts(log.search(new LogSearch(LogFilter.ALL, null, middle, null, 1000))))
                .isEqualTo(tail.lines().stream()
                        .filter(each -> time(each).isBefore(middle))
                        .map(each -> each.line().text())
                        .toList());
        LogFilter filter = new LogFilter(List.of(new LogPattern("line 1..$", true, true)), List.of(), Set.of());
        assertThat(texts(log.search(new LogSearch(filter, null, null, null, 1000))))
                .hasSize(100);
        assertThatThrownBy(() -> log.search(new LogSearch(LogFilter.ALL, null, null, new LogPosition("x"), 1)))
                .hasMessageContaining("after");
    }

    @Test
    void followsTenThousandLinesASecondAndGoesOnAfterACut() throws Exception {
        App app = unit(
                "printing.service",
                "Type=oneshot\nLogRateLimitIntervalSec=0\n"
                        + "ExecStart=/usr/bin/seq -f 'first %%.0f' 20000\nExecStart=/usr/bin/printf 'two\\nlines\\n'");
        LogSource log = runtime.log(() -> server.root(), app);
        List<String> seen = new ArrayList<>();
        // Without a place it begins with what comes once it reads, which may be the middle of the run.
        try (LogFollowing following = log.follow(log.tail(1, 1 << 20).end())) {
            runtime.start(server.root(), app);
            Awaiting.until(() -> {
                following
                        .next(Duration.ofMillis(50))
                        .forEach(each -> seen.add(each.line().text()));
                return !seen.isEmpty();
            });
            server.run("pkill", "journalctl");
            Awaiting.until(() -> {
                following
                        .next(Duration.ofMillis(50))
                        .forEach(each -> seen.add(each.line().text()));
                // The journal has them in the order of their arrival, and each command of a unit has a stream of its
                // own.
                return seen.containsAll(List.of("first 20000", "two", "lines"));
            });
        }
        assertThat(seen)
                .filteredOn(each -> each.startsWith("first "))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 20_000)
                        .mapToObj(number -> "first " + number)
                        .toList());
    }
}
