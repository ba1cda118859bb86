package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** From asking for the process to its first good answer on a route that needs a credential; and memory at rest. */
final class StartBench {

    static final int ROUNDS = 9;

    private StartBench() {}

    static List<Measurement> run(Stage stage) throws Exception {
        List<Measurement> measurements = new ArrayList<>();
        for (boolean cached : new boolean[] {false, true}) {
            Rounds rounds = Rounds.alternate(
                    ROUNDS, () -> console(stage, stage.home().resolveSibling("start-home"), cached), () -> bare(stage, cached));
            measurements.add(Measurement.withinTimes(
                    cached ? "start-aot" : "start",
                    "start to first 200, " + (cached ? "AOT cache" : "plain"),
                    rounds.subject(),
                    "ms",
                    rounds.floor(),
                    2,
                    ""));
        }
        List<Double> first = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            first.add(console(stage, Files.createTempDirectory(stage.programs().work(), "new"), true));
        }
        measurements.add(Measurement.told(
                "start-first", "the very first start, AOT cache", new Repetitions(first), "ms", "makes the schema"));
        measurements.add(idle(stage));
        return measurements;
    }

    private static double console(Stage stage, Path home, boolean cached) throws IOException {
        boolean isNew = !Files.exists(home.resolve("local-token"));
        try (JavaProcess process = stage.programs().startConsole(home, cached)) {
            // A new home has no token before its start; the open route tells that it is ready.
            byte[] request = isNew
                    ? Requests.get("/api/v1/health", null)
                    : Requests.get("/api/v1/me", Subject.token(home));
            return process.awaitAnswer(request);
        }
    }

    private static double bare(Stage stage, boolean cached) throws IOException {
        try (JavaProcess process = stage.programs().startBare(cached)) {
            return process.awaitAnswer(Requests.get("/", null));
        }
    }

    private static Measurement idle(Stage stage) throws IOException {
        Path home = stage.home().resolveSibling("start-home");
        try (JavaProcess console = stage.programs().startConsole(home, true);
                JavaProcess bare = stage.programs().startBare(true)) {
            console.awaitAnswer(Requests.get("/api/v1/me", Subject.token(home)));
            bare.awaitAnswer(Requests.get("/", null));
            return idle("memory-idle", "resident memory, idle", console, bare);
        }
    }

    /** Of two that have answered and are left alone for ten seconds. */
    static Measurement idle(String id, String what, JavaProcess console, JavaProcess bare) throws IOException {
        LockSupport.parkNanos(10_000_000_000L);
        double resident = console.residentMegabytes();
        return Measurement.against(
                id,
                what,
                Repetitions.of(resident),
                "MB",
                Repetitions.of(bare.residentMegabytes()),
                false,
                "≤ 150 MB",
                resident <= 150,
                "");
    }
}
