package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.tables.CellPage;
import dev.wheelhouse.core.databases.tables.RowsRequest;
import dev.wheelhouse.core.testing.OpenCore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;

/** A table of ten million rows as the grid reads it, on both engines. */
final class GridBench {

    private static final int ROWS = 10_000_000;
    private static final int PAGE = 200;
    private static final int PAGES_KEPT = 6;
    private static final int TURNS = 1_000;
    private static final int JUMPS = 40;
    private static final double LONGEST_MILLIS = 60;
    private static final long MEBIBYTE = 1 << 20;

    private final OpenCore core;
    private final DatabaseConnection connection;
    private final String name;
    private final List<Measurement> measurements = new ArrayList<>();

    private GridBench(OpenCore core, Engine engine) {
        this.core = core;
        this.connection = core.connect(engine);
        this.name = engine.name().toLowerCase(Locale.ROOT);
    }

    static List<Measurement> run(Path root) throws Exception {
        List<Measurement> measurements = new ArrayList<>();
        for (Engine engine : Engine.values()) {
            Path folder = Files.createTempDirectory("wheelhouse-grid");
            try (OpenCore core = new OpenCore(folder)) {
                GridBench bench = new GridBench(core, engine);
                bench.fill(engine);
                bench.measure();
                measurements.addAll(bench.measurements);
            } finally {
                delete(folder);
            }
        }
        return measurements;
    }

    private void fill(Engine engine) {
        if (engine == Engine.POSTGRESQL) {
            core.run(connection, "create table big (id bigint primary key, name text not null, total numeric(10,2) not"
                    + " null, at timestamp not null)");
            core.run(connection, "insert into big select g, 'Name ' || g, g % 100000 / 7.0, timestamp '2020-01-01' + g * interval '1 second' from generate_series(1, " + ROWS + ") g");
            core.run(connection, "create index on big (total, id)");
            core.run(connection, "analyze big");
            return;
        }
        core.run(connection, "create table big (id integer primary key, name text not null, total numeric not null, at"
                + " text not null);"
                + "with recursive g(i) as (select 1 union all select i + 1 from g where i < " + ROWS + ") insert into"
                + " big select i, 'Name ' || i, round(i % 100000 / 7.0, 2), datetime(1577836800 + i, 'unixepoch') from"
                + " g; create index big_total on big (total, id)");
    }

    private CellPage read(String sort, RowPosition position) {
        RowsRequest request = new RowsRequest(PAGE, sort, "", position);
        return core.databases()
                .rows()
                .cells(
                        core.caller(),
                        connection.id(),
                        connection.engine().defaultSchema(),
                        "big",
                        request,
                        256);
    }

    private void measure() throws Exception {
        Random random = new Random(1);
        for (int warm = 0; warm < 30; warm++) {
            read("", new RowPosition.Near(random.nextDouble()));
        }
        timed("first page", 20, () -> read("", RowPosition.START));
        timed("jump to the end", 20, () -> read("", new RowPosition.End()));
        timed("jump anywhere", JUMPS, () -> read("", new RowPosition.Near(random.nextDouble())));
        timed("jump anywhere, by an indexed column", JUMPS, () -> read("-total", new RowPosition.Near(random.nextDouble())));
        turnPages();
    }

    private void timed(String what, int times, Callable<CellPage> work) throws Exception {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            long begin = System.nanoTime();
            CellPage page = work.call();
            millis.add((double) (System.nanoTime() - begin) / 1e6);
            if (page.rows().size() != PAGE) {
                throw new IllegalStateException(what + " brought " + page.rows().size() + " rows");
            }
        }
        Collections.sort(millis);
        double p95 = millis.get((int) (0.95 * (double) (millis.size() - 1)));
        measurements.add(Measurement.atMost(
                "grid-" + name + "-" + what.replaceAll("[^a-z]+", "-"),
                "grid: " + what + ", 10 M rows, " + name + ", p95",
                p95,
                "ms",
                LONGEST_MILLIS,
                ""));
    }

    private void turnPages() {
        Deque<CellPage> kept = new ArrayDeque<>();
        kept.add(read("", new RowPosition.Near(0.3)));
        long before = heap();
        long begin = System.nanoTime();
        for (int turn = 0; turn < TURNS; turn++) {
            String next = Objects.requireNonNull(kept.getLast().next());
            kept.add(read("", new RowPosition.After(next)));
            if (kept.size() > PAGES_KEPT) {
                kept.removeFirst();
            }
        }
        double each = (double) (System.nanoTime() - begin) / 1e6 / TURNS;
        double grown = (double) (heap() - before) / MEBIBYTE;
        measurements.add(Measurement.atMost(
                "grid-" + name + "-turn", "grid: one page on, 10 M rows, " + name + ", mean", each, "ms", LONGEST_MILLIS, ""));
        measurements.add(Measurement.atMost(
                "grid-" + name + "-heap",
                "grid: heap after 1,000 page turns, more than before, " + name + " (" + kept.size() + " pages kept)",
                Math.max(0, grown),
                "MiB",
                8,
                ""));
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static void delete(Path folder) throws java.io.IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
