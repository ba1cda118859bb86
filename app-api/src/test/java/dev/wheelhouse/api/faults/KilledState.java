package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the state of a console that was killed says of its events and of what became of them. */
final class KilledState {

    /** Of the events that are looked at. */
    static final String KIND = "database.connection_changed";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String url;

    /** A message as a channel that leads to a program tells it. */
    record Told(String type, Instant at, JsonNode data) {

        static Told of(String body) {
            JsonNode json = read(body);
            return new Told(
                    json.path("type").asText(),
                    Instant.parse(json.path("timestamp").asText()),
                    json.path("data"));
        }

        /** The ids of the newest events of what it bundles; none where it tells of one event. */
        List<String> ids() {
            return data.path("events")
                    .valueStream()
                    .map(each -> each.path("id").asText())
                    .toList();
        }

        private static Told ofStored(String body) {
            JsonNode json = read(body);
            return new Told(
                    json.path("type").asText(), Instant.parse(json.path("at").asText()), json.path("data"));
        }

        private static JsonNode read(String body) {
            try {
                return JSON.readTree(body);
            } catch (IOException e) {
                throw new AssertionError("No JSON: " + body, e);
            }
        }
    }

    KilledState(Path home) {
        url = "jdbc:sqlite:" + home.resolve("state.db");
    }

    @FunctionalInterface
    private interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    private <T> List<T> select(String sql, Row<T> row) throws SQLException {
        try (Connection state = DriverManager.getConnection(url);
                Statement statement = state.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            List<T> rows = new ArrayList<>();
            while (found.next()) {
                rows.add(row.of(found));
            }
            return rows;
        }
    }

    private <T> List<T> events(String column, Row<T> row) throws SQLException {
        return select("SELECT " + column + " FROM event WHERE kind = '" + KIND + "' ORDER BY ordinal", row);
    }

    /** The ids of the events in their order. */
    List<String> happened() throws SQLException {
        return events("id", row -> row.getString(1));
    }

    /** When they happened, in the same order. */
    List<Instant> times() throws SQLException {
        return events("occurred_at", row -> Instant.ofEpochMilli(row.getLong(1)));
    }

    /** Whether so many channels have each been told of so many events. */
    boolean areTold(int events, int channels) throws SQLException {
        return select(
                        "SELECT sum(events) FROM delivery"
                                + " WHERE status = 'succeeded' AND target_id IN (SELECT id FROM notification_channel)"
                                + " GROUP BY target_id HAVING sum(events) >= " + events,
                        row -> row.getInt(1))
                .equals(Collections.nCopies(channels, events));
    }

    /** What a channel was told, in the order of events; each message tells of what is behind the one before it. */
    List<Told> told(String channel) throws SQLException {
        String of = " FROM delivery WHERE target_id = '" + channel + "' ORDER BY ordinal";
        long behind = 0;
        for (List<Long> each :
                select("SELECT first_ordinal, ordinal" + of, row -> List.of(row.getLong(1), row.getLong(2)))) {
            assertThat(each.getFirst()).isGreaterThan(behind);
            behind = each.getLast();
        }
        return select("SELECT body" + of, row -> Told.ofStored(row.getString(1)));
    }
}
