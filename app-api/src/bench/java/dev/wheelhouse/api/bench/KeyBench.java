package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Measurement;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What many keys cost: looking them up, and answering each by its own scopes. */
final class KeyBench {

    private static final int ROUNDS = 7;
    private static final int ROW_CLIENTS = 8;
    private static final int FEW = 200;
    private static final int MANY = 2000;

    private static final int CLIENTS = 200;
    private static final Duration WARM_UP = Duration.ofSeconds(15);
    private static final Duration ROUND = Duration.ofSeconds(2);

    private KeyBench() {}

    /**
     * One row by key over eight connections, with few and with many keys in turn, against a single key. A key is remembered for a second, 1,000 at once: beyond that each request looks its key up.
     */
    static List<Measurement> lookUp(Stage stage) throws Exception {
        List<String> keys = stage.subject().keys("looked-up", MANY, "\"databases:read\"");
        lift(stage, "looked-up", MANY);
        rate(stage, keys, WARM_UP);
        Rounds few = against(stage, keys, FEW);
        List<Measurement> measurements = new ArrayList<>();
        measurements.add(Measurement.atLeast(
                "lookup",
                "rows: one by key, " + FEW + " keys in turn",
                few.subject(),
                "/s",
                few.floor(),
                0.95,
                "peer: one key for all; 8 clients"));
        for (int count : new int[] {ROW_CLIENTS, MANY}) {
            Rounds rounds = against(stage, keys, count);
            measurements.add(Measurement.told(
                    "lookup-" + count,
                    "rows: one by key, " + count + " keys in turn",
                    rounds.subject(),
                    "/s",
                    String.format("%.2f × one key's", rounds.subject().median() / rounds.floor().median())));
        }
        return measurements;
    }

    private static Rounds against(Stage stage, List<String> keys, int count) throws Exception {
        return Rounds.alternate(
                ROUNDS,
                () -> rate(stage, keys.subList(0, count), ROUND),
                () -> rate(stage, keys.subList(0, 1), ROUND));
    }

    private static double rate(Stage stage, List<String> keys, Duration duration)
            throws IOException, InterruptedException {
        Load.Outcome outcome = Load.run(
                stage.subject().port(),
                ROW_CLIENTS,
                duration,
                turn -> Requests.get(rowPath(stage, id(turn)), keys.get(Math.floorMod(turn, keys.size()))));
        if (outcome.errors() > 0) {
            throw new IOException(outcome.errors() + " requests failed");
        }
        return outcome.perSecond();
    }

    /** Lets one key alone ask as often as a round can. */
    private static void lift(Stage stage, String name, int count) throws SQLException {
        try (Connection state = DriverManager.getConnection("jdbc:sqlite:" + stage.home().resolve("state.db"));
                Statement statement = state.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 5000");
            int lifted = statement.executeUpdate(
                    "UPDATE api_key SET requests_per_minute = 1000000000 WHERE name LIKE '" + name + "-%'");
            if (lifted != count) {
                throw new SQLException(lifted + " keys were lifted");
            }
        }
    }

    /** 200 clients for a minute, whose keys of two kinds take turns on each connection: none gets what is another's. */
    static List<Measurement> mixed(Stage stage) throws Exception {
        Subject subject = stage.subject();
        List<Key> keys = new ArrayList<>();
        keys.addAll(keys(subject, "reader", "\"databases:read\"", 200, 403));
        keys.addAll(keys(subject, "watcher", "\"events:read\"", 403, 200));
        Load.Turn turn = (connection, number) -> isRight(stage, connection, number, keys);
        int port = subject.port();
        Load.Outcome warm = Load.run(port, CLIENTS, WARM_UP, turn);
        double before = subject.process().residentMegabytes();
        Load.Outcome outcome = Load.run(port, CLIENTS, Duration.ofSeconds(60), turn);
        double after = subject.process().residentMegabytes();
        return List.of(
                Measurement.atMost(
                        "keys-errors",
                        "200 clients with mixed keys, 60 s: wrong answers",
                        (double) (warm.errors() + outcome.errors()),
                        "",
                        0,
                        outcome.count() + " requests with " + keys.size() + " keys"),
                Measurement.told(
                        "keys-p99",
                        "200 clients with mixed keys, 60 s: p99",
                        outcome.percentileMillis(0.99),
                        "ms",
                        String.format("%.0f/s, median %.0f ms", outcome.perSecond(), outcome.percentileMillis(0.5))),
                Measurement.told(
                        "keys-memory",
                        "200 clients with mixed keys, 60 s: memory at the end",
                        after,
                        "MB",
                        String.format("%.0f MB after 15 s of it", before)));
    }

    /**
     * A created key and how it has to be answered.
     *
     * @param id as {@code GET /me} tells it
     * @param rows the status of reading rows
     * @param events the status of reading events
     */
    private record Key(String token, String id, int rows, int events) {}

    private static List<Key> keys(Subject subject, String name, String scopes, int rows, int events)
            throws IOException {
        List<Key> keys = new ArrayList<>();
        try (KeepAlive http = new KeepAlive(subject.port())) {
            for (String token : subject.keys(name, CLIENTS / 2, scopes)) {
                String me = http.fetch(Requests.get("/api/v1/me", token));
                keys.add(new Key(token, me.replaceAll(".*\"keyId\":\"([^\"]+)\".*", "$1"), rows, events));
            }
        }
        if (keys.stream().map(Key::id).distinct().count() != keys.size()) {
            throw new IOException("Keys have no ids of their own");
        }
        return keys;
    }

    private static boolean isRight(Stage stage, KeepAlive connection, int number, List<Key> keys) throws IOException {
        Key key = keys.get(Math.floorMod(number, keys.size()));
        int row = id(number);
        return switch (Math.floorMod(number, 3)) {
            case 0 -> {
                KeepAlive.Page page = connection.read(Requests.get("/api/v1/me", key.token()));
                yield page.status() == 200 && page.body().contains("\"keyId\":\"" + key.id() + "\"");
            }
            case 1 -> {
                KeepAlive.Page page = connection.read(Requests.get(rowPath(stage, row), key.token()));
                yield page.status() == key.rows() && page.body().contains("\"id\":" + row + ",") == (key.rows() == 200);
            }
            default -> {
                KeepAlive.Page page = connection.read(Requests.get("/api/v1/events?limit=1", key.token()));
                yield page.status() == key.events()
                        && page.body().contains("\"insufficient_scope\"") == (key.events() == 403);
            }
        };
    }

    private static String rowPath(Stage stage, int id) {
        return "/api/v1/db-connections/" + stage.connection() + "/tables/public/bench_rows/rows?limit=1&filters=id.eq."
                + id;
    }

    private static int id(int turn) {
        return Math.floorMod(turn * 31, Tables.ROWS) + 1;
    }
}
