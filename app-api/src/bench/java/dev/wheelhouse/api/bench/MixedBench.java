package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

/** 200 clients that read all kinds of things at once; and memory before, after and in the end. */
final class MixedBench {

    static final int CLIENTS = 200;

    private MixedBench() {}

    static List<Measurement> run(Stage stage) throws Exception {
        JavaProcess process = stage.subject().process();
        IntFunction<byte[]> requests = mix(stage);
        Load.Outcome warm = Load.run(process.port(), CLIENTS, Duration.ofSeconds(20), requests);
        double before = process.residentMegabytes();
        Load.Outcome outcome = Load.run(process.port(), CLIENTS, Duration.ofSeconds(60), requests);
        double after = process.residentMegabytes();
        return List.of(
                Measurement.atMost(
                        "mixed-errors",
                        "200 clients, 60 s: errors",
                        (double) (warm.errors() + outcome.errors()),
                        "",
                        0,
                        outcome.count() + " requests"),
                Measurement.atMost(
                        "mixed-p99",
                        "200 clients, 60 s: p99",
                        outcome.percentileMillis(0.99),
                        "ms",
                        250,
                        String.format("%.0f/s, median %.0f ms", outcome.perSecond(), outcome.percentileMillis(0.5))),
                Measurement.against(
                        "mixed-memory",
                        "200 clients, 60 s: memory at the end",
                        Repetitions.of(after),
                        "MB",
                        Repetitions.of(before),
                        false,
                        "≤ 1.1 × before",
                        after <= 1.1 * before,
                        "before: after 20 s of it"),
                Measurement.atMost(
                        "memory-loaded",
                        "resident memory after all of this",
                        after,
                        "MB",
                        250,
                        "rows, queries, exports, edits and 200 clients"));
    }

    /** Requests of all kinds, of the stage's subject. */
    static IntFunction<byte[]> mix(Stage stage) {
        String connection = "/db-connections/" + stage.connection();
        String table = connection + "/tables/public/bench_rows";
        Subject subject = stage.subject();
        List<byte[]> kinds = List.of(
                subject.get(table + "/rows?limit=100"),
                subject.get(table + "/rows?limit=20&sort=-id"),
                subject.get(table + "/rows?limit=20&filters=id.gte.5000"),
                subject.get(table),
                subject.get(connection + "/tables"),
                subject.get("/me"),
                subject.get("/db-connections"),
                subject.post(connection + "/query", "{\"sql\":\"SELECT id, name FROM bench_rows WHERE id < 50\"}"));
        return turn -> Math.floorMod(turn, 4) == 0
                ? subject.get(table + "/rows?filters=id.eq." + (Math.floorMod(turn * 31, Tables.ROWS) + 1))
                : kinds.get(Math.floorMod(turn, kinds.size()));
    }
}
