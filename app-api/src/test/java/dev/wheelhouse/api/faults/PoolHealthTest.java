package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.Property;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180) // Consoles or servers are started and ended, beside others.
class PoolHealthTest {

    private static final int ROUNDS = 200;
    private static final int SESSIONS = 8;

    @TempDir
    Path directory;

    private RunningConsole console;
    private Client client;
    private Crowd crowd;
    private PostgresDatabase database;
    private String postgres;
    private String sqlite;

    @BeforeEach
    void start() throws Exception {
        console = RunningConsole.start(directory.resolve("home"));
        client = console.client();
        crowd = new Crowd();
        database = PostgresServer.shared().newDatabase();
        postgres = client.addPostgres("Server", database);
        sqlite = client.addSqlite("File", directory.resolve("file.db"));
        for (String each : List.of(postgres, sqlite)) {
            assertThat(client.query(each, "CREATE TABLE kept (id integer PRIMARY KEY)")
                            .status())
                    .isEqualTo(200);
        }
    }

    @AfterEach
    void stop() {
        crowd.close();
        console.close();
    }

    @Test
    void stoppedStatementsLeaveEverySessionUsable() {
        Property.holds(1, this::mixStoppedAndFinished);
    }

    private void mixStoppedAndFinished(Random random) throws Exception {
        int inserted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String connection = random.nextBoolean() ? postgres : sqlite;
            switch (random.nextInt(5)) {
                case 0 -> cancelSoon(connection, "round-" + round, random.nextInt(40));
                case 1 -> runOutOfTime(connection, 1 + random.nextInt(40));
                case 2 ->
                    assertThat(client.value(connection, "SELECT " + round)).isEqualTo(Integer.toString(round));
                case 3 -> {
                    Reply reply = client.query(connection, "INSERT INTO kept VALUES (" + round + ")");
                    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
                    inserted++;
                }
                default -> hangUp(connection, random.nextInt(20));
            }
        }
        assertAllUsable(postgres);
        assertAllUsable(sqlite);
        int kept = Integer.parseInt(client.value(postgres, "SELECT count(*) FROM kept"))
                + Integer.parseInt(client.value(sqlite, "SELECT count(*) FROM kept"));
        assertThat(kept).isEqualTo(inserted);
        Awaiting.until("no statement and no transaction is left at the server", () -> busySessions() == 0);
        assertThat(sessions()).isLessThanOrEqualTo(SESSIONS);
    }

    private void cancelSoon(String connection, String id, int afterMillis) throws Exception {
        Future<Reply> endless =
                crowd.start(() -> client.query(connection, Sql.ENDLESS, ", \"queryId\": \"" + id + "\""));
        Awaiting.moment(afterMillis);
        Awaiting.until(id + " is cancelled", () -> client.cancel(connection, id).status() == 204);
        assertThat(Crowd.result(endless).code()).isEqualTo("cancelled");
    }

    private void runOutOfTime(String connection, int millis) throws Exception {
        Reply reply = client.query(connection, Sql.ENDLESS, ", \"timeoutMs\": " + millis);
        assertThat(reply.status()).isEqualTo(504);
        assertThat(reply.code()).isEqualTo("statement_timeout");
    }

    /** Sends a statement and goes away before its answer. */
    private void hangUp(String connection, int afterMillis) throws Exception {
        byte[] body = Sql.body(Sql.ENDLESS, ", \"timeoutMs\": 100").getBytes(StandardCharsets.UTF_8);
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), console.port())) {
            String head = "POST /api/v1/db-connections/" + connection + "/query HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    + "Authorization: Bearer " + client.token() + "\r\nContent-Type: application/json\r\n"
                    + "Content-Length: " + body.length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            Awaiting.moment(afterMillis);
        }
    }

    /** As many statements at once as there are sessions, several times over. */
    private void assertAllUsable(String connection) throws Exception {
        List<Future<Reply>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.addAll(crowd.start(SESSIONS, number -> client.query(connection, "SELECT " + number)));
        }
        for (Future<Reply> each : all) {
            Reply reply = Crowd.result(each);
            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        }
    }

    private int sessions() throws Exception {
        return count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND pid <> pg_backend_pid()");
    }

    private int busySessions() throws Exception {
        return count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND pid <> pg_backend_pid() AND state <> 'idle'");
    }

    private int count(String sql) throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }
}
