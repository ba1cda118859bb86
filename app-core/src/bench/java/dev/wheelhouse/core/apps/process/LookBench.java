package dev.wheelhouse.core.apps.process;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What one look at a server with many processes of the console's costs. */
public final class LookBench {

    private static final int APPS = 200;
    private static final int LOOKS = 31;
    private static final double LIMIT_MS = 300;

    private LookBench() {}

    public static List<Measurement> run() throws Exception {
        Path state = Files.createTempDirectory("wheelhouse-look");
        List<Process> programs = new ArrayList<>();
        try (Workers workers = new Workers();
                LocalHost host = new LocalHost(workers)) {
            List<App> apps = new ArrayList<>();
            for (int i = 0; i < APPS; i++) {
                Process program = new ProcessBuilder("sleep", "600").start();
                programs.add(program);
                apps.add(app(state, i, program.pid()));
            }
            ProcessRuntime runtime = new ProcessRuntime(
                    new ProcessLog.Reading(workers, new LineTimes(ZoneOffset.UTC, Clock.systemUTC())),
                    ProcessRuntime.LOG_FILE_BYTES,
                    ProcessRuntime.PACE,
                    Map.of("XDG_STATE_HOME", state.toString()));
            double[] times = new double[LOOKS];
            for (int i = 0; i < LOOKS; i++) {
                long began = System.nanoTime();
                Map<String, AppSnapshot> sights = runtime.look(host, apps);
                times[i] = (System.nanoTime() - began) / 1e6;
                if (!sights.values().stream().allMatch(AppSnapshot::isRunning)) {
                    throw new IllegalStateException("Not every app was seen running");
                }
            }
            return List.of(Measurement.atMost(
                    "look-200-apps", "one look at 200 process apps", Repetitions.of(times), "ms", LIMIT_MS, ""));
        } finally {
            programs.forEach(Process::destroyForcibly);
            delete(state);
        }
    }

    /** As the supervisor leaves it on the server. */
    private static App app(Path state, int number, long pid) throws IOException {
        String id = "app_bench%03d".formatted(number);
        Path directory =
                Files.createDirectories(state.resolve("wheelhouse/apps").resolve(id));
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String ticks = stat.substring(stat.lastIndexOf(") ") + 2).split(" ", -1)[19];
        String boot =
                Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        Files.writeString(directory.resolve("run"), pid + " " + ticks + " " + boot + " 0 0 - -\n");
        AppSpec spec = new AppSpec.Process(List.of("sleep", "600"), null, Map.of());
        return new App(id, "org_1", "sleeper-" + number, "srv_1", spec, RestartPolicy.ALWAYS, Instant.EPOCH, 1);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
