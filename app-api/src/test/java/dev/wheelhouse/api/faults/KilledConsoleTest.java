package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL of a console while clients send batches of edits to both products. */
@Timeout(1800) // Consoles are started and killed, a hundred in a long run.
class KilledConsoleTest {

    private static final int BATCH = 20;

    @TempDir
    Path directory;

    @Test
    void noBatchIsHalfThereAndNoAnsweredOneIsLost() {
        Property.holds(LongRun.of(1, 100), this::killAmongEdits);
    }

    private void killAmongEdits(Random random) throws Exception {
        Path place = Files.createTempDirectory(directory, "kill");
        Path home = place.resolve("home");
        Set<String> answered = ConcurrentHashMap.newKeySet();
        String token;
        String sqlite;
        String postgres;
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client client = console.client();
                Crowd crowd = new Crowd()) {
            token = client.token();
            sqlite = client.addSqlite("File", place.resolve("file.db"));
            postgres = client.addPostgres("Server", PostgresServer.shared().newDatabase());
            for (String each : new String[] {sqlite, postgres}) {
                assertThat(client.query(
                                        each,
                                        "CREATE TABLE part (batch text, number integer, PRIMARY KEY (batch,"
                                                + " number))")
                                .status())
                        .isEqualTo(200);
            }
            AtomicInteger batches = new AtomicInteger();
            crowd.start(4, number -> {
                String connection = number % 2 == 0 ? sqlite : postgres;
                while (true) {
                    String batch = "batch-" + batches.incrementAndGet();
                    if (client.edit(connection, batch(batch)).status() == 200) {
                        answered.add(connection + batch);
                    }
                }
            });
            Awaiting.until("edits are answered", () -> answered.size() > 5);
            Awaiting.moment(random.nextInt(300));
            console.kill();
        }
        try (ConsoleProcess again = ConsoleProcess.start(home);
                Client client = again.client()) {
            assertThat(client.token()).isEqualTo(token);
            for (String connection : new String[] {sqlite, postgres}) {
                assertWhole(client, connection, answered);
                Reply history = client.get("/db-connections/" + connection + "/history");
                assertThat(history.status()).as(history.body()).isEqualTo(200);
                assertThat(client.edit(connection, batch("after")).status()).isEqualTo(200);
            }
            assertThat(client.get("/db-connections").json()).hasSize(2);
        }
        assertSettled(home);
    }

    private static String batch(String name) {
        return IntStream.range(0, BATCH)
                .mapToObj(number -> "{\"op\": \"insert\", \"table\": \"part\", \"values\": {\"batch\": \"" + name
                        + "\", \"number\": " + number + "}}")
                .collect(Collectors.joining(","));
    }

    private static void assertWhole(Client client, String connection, Set<String> answered)
            throws IOException, InterruptedException {
        assertThat(client.value(
                        connection,
                        "SELECT count(*) FROM (SELECT batch FROM part GROUP BY batch HAVING count(*) <> " + BATCH
                                + ") AS half"))
                .isEqualTo("0");
        for (String each : answered) {
            if (each.startsWith(connection)) {
                String batch = each.substring(connection.length());
                assertThat(client.value(connection, "SELECT count(*) FROM part WHERE batch = '" + batch + "'"))
                        .as(batch)
                        .isEqualTo(Integer.toString(BATCH));
            }
        }
    }

    /** Every intent has one outcome, and none is open any more. */
    private static void assertSettled(Path home) throws SQLException {
        try (Connection state = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("state.db"));
                Statement statement = state.createStatement()) {
            assertThat(number(statement, "SELECT count(*) FROM intent WHERE kind = 'database.edited'"))
                    .isZero();
            long intents = number(statement, counted("intent"));
            assertThat(intents).isPositive();
            assertThat(number(statement, counted("outcome"))).isEqualTo(intents);
            assertThat(number(
                            statement,
                            "SELECT count(*) FROM event WHERE kind = 'database.edited' AND"
                                    + " json_extract(data, '$.outcome') = 'failed'"))
                    .isZero();
        }
    }

    private static String counted(String phase) {
        return "SELECT count(*) FROM event WHERE kind = 'database.edited' AND json_extract(data, '$.phase') = '" + phase
                + "'";
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
