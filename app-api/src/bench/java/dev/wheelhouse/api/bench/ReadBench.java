package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Measurement;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

/** Rows of a table, one row by key and a query, over HTTP with eight clients, against the bare handler. */
final class ReadBench {

    private static final int CLIENTS = 8;
    private static final int ROUNDS = 5;
    private static final int LIMITER_ROUNDS = 11;
    private static final int KEYS = 100;
    private static final Duration WARM_UP = Duration.ofSeconds(15);
    private static final Duration ROUND = Duration.ofSeconds(2);

    private ReadBench() {}

    static List<Measurement> page(Stage stage) throws Exception {
        byte[] page =
                stage.subject().get("/db-connections/" + stage.connection() + "/tables/public/bench_rows/rows?limit=100");
        byte[] floor = Requests.get("/rows", null);
        return List.of(measure(stage, "rows", "rows: 100 × 8 columns, 8 clients", 0.85, _ -> page, _ -> floor));
    }

    static List<Measurement> row(Stage stage) throws Exception {
        String path = rowPath(stage);
        return List.of(measure(
                stage,
                "row",
                "rows: one by key, 8 clients",
                0.5,
                turn -> stage.subject().get(path + key(turn)),
                turn -> Requests.get("/row?" + key(turn), null)));
    }

    private static String rowPath(Stage stage) {
        return "/db-connections/" + stage.connection() + "/tables/public/bench_rows/rows?limit=1&filters=id.eq.";
    }

    /**
     * One row by key for created keys, whose requests are counted, against others that were made tokens of the home, whose
     * requests are not. So many that none is refused: each may ask 6,000 times at once.
     */
    static List<Measurement> limiter(Stage stage) throws Exception {
        List<String> counted = stage.subject().keys("counted", KEYS, "\"databases:read\"");
        List<String> free = stage.subject().keys("free", KEYS, "\"databases:read\"");
        try (Connection state = DriverManager.getConnection("jdbc:sqlite:" + stage.home().resolve("state.db"));
                Statement statement = state.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 5000");
            int lifted = statement.executeUpdate("UPDATE api_key SET home_id ="
                    + " (SELECT home_id FROM api_key WHERE home_id IS NOT NULL) WHERE name LIKE 'free-%'");
            if (lifted != KEYS) {
                throw new IOException(lifted + " keys have no limit");
            }
        }
        String path = "/api/v1" + rowPath(stage);
        IntFunction<byte[]> limited = turn -> Requests.get(path + key(turn), counted.get(Math.floorMod(turn, KEYS)));
        IntFunction<byte[]> unlimited = turn -> Requests.get(path + key(turn), free.get(Math.floorMod(turn, KEYS)));
        int port = stage.subject().port();
        rate(port, unlimited, WARM_UP);
        rate(port, limited, ROUND);
        Rounds rounds = Rounds.alternate(
                LIMITER_ROUNDS, () -> rate(port, limited, ROUND), () -> rate(port, unlimited, ROUND));
        return List.of(Measurement.atLeast(
                "limiter",
                "rows: one by key with the rate limiter",
                rounds.subject(),
                "/s",
                rounds.floor(),
                0.95,
                "peer: the same without a limit"));
    }

    private static int key(int turn) {
        return Math.floorMod(turn * 31, Tables.ROWS) + 1;
    }

    static List<Measurement> query(Stage stage) throws Exception {
        byte[] query = stage.subject()
                .post(
                        "/db-connections/" + stage.connection() + "/query",
                        "{\"sql\":\"SELECT * FROM bench_rows ORDER BY id LIMIT 1000\"}");
        byte[] floor = Requests.get("/query", null);
        return List.of(measure(stage, "query", "query: 1,000 rows, 8 clients", 0.7, _ -> query, _ -> floor));
    }

    private static Measurement measure(
            Stage stage,
            String id,
            String what,
            double share,
            IntFunction<byte[]> subject,
            IntFunction<byte[]> floor)
            throws Exception {
        Rounds.Trial console = () -> rate(stage.subject().port(), subject, ROUND);
        Rounds.Trial bare = () -> rate(stage.bare().port(), floor, ROUND);
        rate(stage.subject().port(), subject, WARM_UP);
        rate(stage.bare().port(), floor, WARM_UP);
        Rounds rounds = Rounds.alternate(ROUNDS, console, bare);
        return Measurement.atLeast(id, what, rounds.subject(), "/s", rounds.floor(), share, "");
    }

    private static double rate(int port, IntFunction<byte[]> requests, Duration duration)
            throws IOException, InterruptedException {
        Load.Outcome outcome = Load.run(port, CLIENTS, duration, requests);
        if (outcome.errors() > 0) {
            throw new IOException(outcome.errors() + " requests failed");
        }
        return outcome.perSecond();
    }
}
