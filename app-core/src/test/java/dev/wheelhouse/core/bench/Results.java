package dev.wheelhouse.core.bench;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Results as benchmarks make them, for tests. */
final class Results {

    private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");
    private static final String HERE = "0123456789ab";

    private Results() {}

    /** Of the n-th run, on a machine at rest; milliseconds. */
    static Result millis(int run, double value, @Nullable Double spread) {
        return on(
                HERE,
                run,
                0.01,
                new Measurement(
                        "open",
                        "open a table",
                        value,
                        "ms",
                        spread,
                        null,
                        null,
                        null,
                        false,
                        "≤ 100 ms",
                        value <= 100,
                        ""));
    }

    /** As {@link #millis}; a rate beside a peer's. */
    static Result rate(int run, double value, double floor, @Nullable Double spread, @Nullable Double floorSpread) {
        double ratio = value / floor;
        return on(
                HERE,
                run,
                0.01,
                new Measurement(
                        "rows", "rows of a table", value, "/s", spread, floor, floorSpread, ratio, true, "", null, ""));
    }

    static Result on(String machine, int run, double busy, Measurement measurement) {
        Conditions conditions = new Conditions(
                BEGIN.plusSeconds(3600L * run).toString(),
                "%08x".formatted(run).repeat(5),
                false,
                new Machine(machine, "Abacus 2", 2, 8000, "Debian", "6.1", "25"),
                0.5,
                busy);
        return new Result("databases", conditions, measurement);
    }
}
