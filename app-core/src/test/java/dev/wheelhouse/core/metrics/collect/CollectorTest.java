package dev.wheelhouse.core.metrics.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.proc.Counters;
import dev.wheelhouse.core.metrics.series.SeriesStore;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@EnabledOnOs(OS.LINUX)
class CollectorTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Pace QUICK = new Pace(
            Duration.ofMillis(40), Duration.ofMillis(10), Duration.ofMillis(10), Duration.ofMillis(5), PATIENCE);

    @TempDir
    Path folder;

    private final Workers workers = new Workers();
    private final LocalHost local = new LocalHost(workers);
    private final RecordedReachability reachability = new RecordedReachability();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        local.close();
        workers.close();
    }

    private SeriesStore store() {
        SeriesStore store = new SeriesStore(folder.resolve("metrics"), Clock.systemUTC());
        opened.add(store);
        return store;
    }

    private Collector collector(SeriesStore store, Pace pace) {
        Collector collector = new Collector(
                store, workers, new WatchParts(pace, Clock.systemUTC(), System::nanoTime, reachability, (_, _) -> {}));
        opened.add(collector);
        return collector;
    }

    static Stream<List<String>> shells() {
        return Stream.of(List.of("sh"), List.of("bash"), List.of("bash", "--posix"), List.of("busybox", "sh"))
                .filter(shell -> Stream.of("/bin/", "/usr/bin/")
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory + shell.getFirst()))));
    }

    private ScriptedHost.Turn shell(List<String> shell) {
        return command -> {
            List<String> argv = new ArrayList<>(shell);
            argv.addAll(command.argv().subList(1, command.argv().size()));
            return local.start(HostCommand.of(argv).withEnvironment(command.environment()));
        };
    }

    @ParameterizedTest
    @MethodSource("shells")
    void everyPosixShellTellsWhatThereIs(List<String> shell) throws IOException {
        try (ShellCounters counters = ShellCounters.open(new ScriptedHost(shell(shell)), workers, PATIENCE)) {
            Counters first = counters.read(true);
            assertThat(first.cpu()).isNotNull();
            assertThat(first.memory()).isNotNull();
            assertThat(first.load()).isNotNull();
            assertThat(first.watcherTicks()).isNotNull();
            assertThat(first.space())
                    .extracting(Counters.FileSystemSpace::mount)
                    .contains("/");
            assertThat(counters.read(false).space()).isEmpty();
            assertThat(counters.read(true).space()).isNotEmpty();
            assertThat(counters.receivedBytes()).isPositive();
        }
    }

    @Test
    void measuresThisMachineAndTellsWhatThatCosts() throws Exception {
        SeriesStore store = store();
        Collector collector = collector(store, QUICK);
        collector.watch("srv_1", () -> local, false);
        Set<Metric> seen = new TreeSet<>(Metric::compareByOrder);
        try (LiveSubscription live = collector.subscribe("srv_1", null).orElseThrow()) {
            while (!seen.containsAll(Set.of(Metric.CPU, Metric.MEMORY, Metric.DISK, Metric.LOAD1, Metric.PROCESSES))) {
                for (LiveReading each : live.next(PATIENCE)) {
                    each.samples().stream().map(Sample::metric).forEach(seen::add);
                }
            }
        }
        assertThat(reachability.told).containsExactly("answered");
        WatchCost cost = collector.cost("srv_1").orElseThrow();
        assertThat(cost.polls()).isGreaterThanOrEqualTo(2);
        assertThat(cost.receivedBytes()).isPositive();
        assertThat(cost.serverCpuMicros()).isNotNull();
        collector.close();
        assertThat(store.of("srv_1").metrics()).containsAll(seen);
        assertThat(store.of("srv_1").limit(Metric.DISK)).isPresent();
    }

    @Test
    void tellsThatAServerIsAwayAndThatItIsBack() throws Exception {
        Collector collector = collector(store(), QUICK);
        Host host = new ScriptedHost(
                ScriptedHost.away(),
                ScriptedHost.away(),
                shell(List.of("false")),
                shell(List.of("echo")),
                shell(List.of("sh")));
        collector.watch("srv_1", () -> host, false);
        Awaiting.until(() -> reachability.told.contains("answered"));
        assertThat(reachability.told).hasSize(3).first().isEqualTo("failed: The server does not answer.");
        assertThat(reachability.told.get(1)).contains("no POSIX shell");
    }

    @Test
    void aStateThatIsAwayEndsNoWatchAndNoMeasuring() throws Exception {
        SeriesStore store = store();
        Collector collector = collector(store, QUICK);
        AtomicBoolean up = new AtomicBoolean();
        ScriptedHost host = new ScriptedHost(
                command -> up.get() ? local.start(command) : ScriptedHost.away().start(command));
        reachability.stateIsAway = true;
        collector.watch("srv_1", () -> host, false);
        Awaiting.until(() -> host.starts.get() > 4);
        up.set(true);
        Awaiting.until(() -> store.of("srv_1").metrics().contains(Metric.CPU));
        assertThat(reachability.told).isEmpty();
        reachability.stateIsAway = false;
        Awaiting.until(() -> !reachability.told.isEmpty());
        assertThat(reachability.told).containsExactly("answered");
    }

    @Test
    void aStateThatCannotSayWhereAServerIsTellsNothingOfTheServer() throws Exception {
        Collector collector = collector(store(), QUICK);
        AtomicInteger asked = new AtomicInteger();
        collector.watch(
                "srv_1",
                () -> {
                    if (asked.incrementAndGet() < 5) {
                        throw new AppException(PlatformError.STORE_UNAVAILABLE, "away");
                    }
                    return local;
                },
                false);
        Awaiting.until(() -> !reachability.told.isEmpty());
        assertThat(reachability.told).containsExactly("answered");
    }

    @Test
    void aCutIsMendedByAnotherShell() throws Exception {
        Collector collector = collector(store(), QUICK);
        List<HostProcess> shells = new CopyOnWriteArrayList<>();
        ScriptedHost host = new ScriptedHost(command -> {
            HostProcess process = local.start(command);
            shells.add(process);
            return process;
        });
        collector.watch("srv_1", () -> host, false);
        Awaiting.until(() -> reachability.told.contains("answered"));
        shells.getFirst().close();
        Awaiting.until(() -> reachability.told.size() == 3);
        assertThat(reachability.told.getLast()).isEqualTo("answered");
        long bytes = collector.cost("srv_1").orElseThrow().receivedBytes();
        Awaiting.until(() -> collector.cost("srv_1").orElseThrow().receivedBytes() > bytes);
    }

    @Test
    void aShellThatSaysNothingOrCountsWronglyIsGivenUp() throws IOException {
        Duration soon = Duration.ofMillis(50);
        for (String script : List.of(
                "sleep 60",
                "echo wheelhouse-ready; sleep 60",
                "echo wheelhouse-ready; read x; echo p 99999999999; sleep 60",
                "echo wheelhouse-ready; read x; echo p 3; printf abcd; sleep 60",
                "echo wheelhouse-ready; read x; echo p 300; echo abc",
                "echo wheelhouse-ready; read x; echo p -1",
                "echo wheelhouse-ready; read x; echo what",
                "yes",
                "exit 0")) {
            IOException failure = null;
            try (ShellCounters counters = ShellCounters.open(
                    new ScriptedHost(_ -> local.start(HostCommand.of("sh", "-c", script))), workers, soon)) {
                counters.read(false);
            } catch (IOException e) {
                failure = e;
            }
            assertThat(failure).as(script).isNotNull();
        }
    }

    @Test
    void whatALoginPrintsIsSkipped() throws IOException {
        Host chatty = new ScriptedHost(command -> local.start(HostCommand.of(
                        "sh",
                        "-c",
                        "echo Welcome; printf 'p 5\\n'; " + command.argv().get(2))
                .withEnvironment(Map.of())));
        try (ShellCounters counters = ShellCounters.open(chatty, workers, PATIENCE)) {
            assertThat(counters.read(false).isEmpty()).isFalse();
        }
    }

    @Test
    void aDeadFileSystemCostsOnlyTheSpace() throws Exception {
        String hanging = ShellCounters.SCRIPT.replace("df -P -k", "sleep 60; echo");
        Pace pace = new Pace(QUICK.usual(), QUICK.watched(), QUICK.linger(), QUICK.retry(), Duration.ofMillis(300));
        SeriesStore store = store();
        Collector collector = collector(store, pace);
        ScriptedHost host = new ScriptedHost(_ -> local.start(HostCommand.of("sh", "-c", hanging)));
        collector.watch("srv_1", () -> host, false);
        Awaiting.until(() -> store.of("srv_1").metrics().contains(Metric.CPU));
        assertThat(store.of("srv_1").metrics()).doesNotContain(Metric.DISK);
        assertThat(reachability.told).containsExactly("answered");
    }

    @Test
    void whoComesBackGetsWhatWasMissed() throws Exception {
        Collector collector = collector(store(), QUICK);
        collector.watch("srv_1", () -> local, false);
        long last;
        try (LiveSubscription live = collector.subscribe("srv_1", null).orElseThrow()) {
            last = live.next(PATIENCE).getLast().ts();
        }
        Awaiting.until(() -> collector.cost("srv_1").orElseThrow().polls() >= 4);
        try (LiveSubscription live = collector.subscribe("srv_1", last).orElseThrow()) {
            assertThat(live.isComplete()).isTrue();
            assertThat(live.next(PATIENCE).getFirst().ts()).isGreaterThan(last);
        }
        try (LiveSubscription live = collector.subscribe("srv_1", 1L).orElseThrow()) {
            assertThat(live.isComplete()).isFalse();
        }
    }

    @Test
    void whoLooksMakesItAskMoreOften() throws Exception {
        Collector collector = collector(store(), QUICK);
        collector.watch("srv_1", () -> local, false);
        assertThat(collector.cost("srv_1").orElseThrow().intervalMs()).isEqualTo(40);
        LiveSubscription live = collector.subscribe("srv_1", null).orElseThrow();
        assertThat(collector.cost("srv_1").orElseThrow().intervalMs()).isEqualTo(10);
        live.close();
        Awaiting.until(() -> collector.cost("srv_1").orElseThrow().intervalMs() == 40);
        assertThat(collector.subscribe("srv_2", null)).isEmpty();
    }

    @Test
    void stoppingEndsTheLookAndTheShell() throws Exception {
        Collector collector = collector(store(), QUICK);
        collector.watch("srv_1", () -> local, false);
        LiveSubscription live = collector.subscribe("srv_1", null).orElseThrow();
        collector.close();
        assertThat(live.isClosed()).isTrue();
        live.next(PATIENCE);
        assertThat(live.next(PATIENCE)).isEmpty();
        assertThat(collector.watched()).isEmpty();
    }
}
