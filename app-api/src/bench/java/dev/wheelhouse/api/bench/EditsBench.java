package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Measurement;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** 500 edits in one call against a JDBC batch in one transaction, which has no HTTP, no JSON and no record of events. */
final class EditsBench {

    private static final int EDITS = 500;
    private static final int WARM_UP = 400;
    private static final int ROUNDS = 101;

    private EditsBench() {}

    static List<Measurement> run(Stage stage) throws Exception {
        return List.of(updates(stage), inserts(stage));
    }

    private static Measurement updates(Stage stage) throws Exception {
        String body = IntStream.rangeClosed(1, EDITS)
                .mapToObj(id -> "{\"op\":\"update\",\"table\":\"bench_edits_subject\",\"pk\":{\"id\":" + id
                        + "},\"values\":{\"name\":\"Changed " + id + "\",\"amount\":\"" + id + ".50\"}}")
                .collect(Collectors.joining(",", "{\"edits\":[", "]}"));
        try (KeepAlive http = new KeepAlive(stage.subject().port());
                Connection jdbc = stage.database().connect();
                PreparedStatement update =
                        jdbc.prepareStatement("UPDATE bench_edits_floor SET name = ?, amount = ? WHERE id = ?")) {
            byte[] request = stage.subject().post("/db-connections/" + stage.connection() + "/edits", body);
            jdbc.setAutoCommit(false);
            Rounds.Trial subject = () -> call(http, request);
            Rounds.Trial floor = () -> {
                long before = System.nanoTime();
                for (int id = 1; id <= EDITS; id++) {
                    update.setString(1, "Changed " + id);
                    update.setBigDecimal(2, BigDecimal.valueOf(id * 100L + 50, 2));
                    update.setLong(3, id);
                    update.addBatch();
                }
                return finish(jdbc, update, before);
            };
            return measure("edits", "edits: 500 updates in one call", subject, floor);
        }
    }

    private static Measurement inserts(Stage stage) throws Exception {
        int[] next = {1_000_000, 1_000_000};
        try (KeepAlive http = new KeepAlive(stage.subject().port());
                Connection jdbc = stage.database().connect();
                PreparedStatement insert = jdbc.prepareStatement(
                        "INSERT INTO bench_edits_floor (id, name, email, quantity) VALUES (?, ?, ?, ?)")) {
            jdbc.setAutoCommit(false);
            Rounds.Trial subject = () -> {
                int from = next[0];
                next[0] += EDITS;
                String body = IntStream.range(from, from + EDITS)
                        .mapToObj(id -> "{\"op\":\"insert\",\"table\":\"bench_edits_subject\",\"values\":{\"id\":" + id
                                + ",\"name\":\"New " + id + "\",\"email\":\"new@example.org\",\"quantity\":7}}")
                        .collect(Collectors.joining(",", "{\"edits\":[", "]}"));
                return call(http, stage.subject().post("/db-connections/" + stage.connection() + "/edits", body));
            };
            Rounds.Trial floor = () -> {
                long before = System.nanoTime();
                for (int i = 0; i < EDITS; i++) {
                    int id = next[1]++;
                    insert.setLong(1, id);
                    insert.setString(2, "New " + id);
                    insert.setString(3, "new@example.org");
                    insert.setInt(4, 7);
                    insert.addBatch();
                }
                return finish(jdbc, insert, before);
            };
            return measure("edits-insert", "edits: 500 inserts in one call", subject, floor);
        }
    }

    private static double call(KeepAlive http, byte[] request) throws IOException {
        long before = System.nanoTime();
        int status = http.send(request).status();
        if (status != 200) {
            throw new IOException("The edits were answered with " + status);
        }
        return EDITS / ((System.nanoTime() - before) / 1e9);
    }

    private static double finish(Connection jdbc, PreparedStatement batch, long before) throws SQLException {
        batch.executeBatch();
        jdbc.commit();
        return EDITS / ((System.nanoTime() - before) / 1e9);
    }

    private static Measurement measure(String id, String what, Rounds.Trial subject, Rounds.Trial floor)
            throws Exception {
        Rounds.alternate(WARM_UP, subject, floor);
        Rounds rounds = Rounds.alternate(ROUNDS, subject, floor);
        return Measurement.atLeast(
                id, what, rounds.subject(), "edits/s", rounds.floor(), 0.5, "peer: JDBC batch, no HTTP, no events");
    }
}
