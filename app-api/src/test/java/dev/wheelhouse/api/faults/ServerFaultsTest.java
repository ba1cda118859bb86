package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180) // Consoles or servers are started and ended, beside others.
class ServerFaultsTest {

    @TempDir
    Path directory;

    private RunningConsole console;
    private Client client;
    private Crowd crowd;

    @BeforeEach
    void start() throws Exception {
        console = RunningConsole.start(directory.resolve("home"));
        client = console.client();
        crowd = new Crowd();
    }

    @AfterEach
    void stop() {
        crowd.close();
        console.close();
    }

    @Test
    void aRestartUnderLoadIsReportedAndRecoveredFrom() throws Exception {
        try (PostgresServer server = PostgresServer.startDedicated()) {
            String connection = client.addPostgres("Restarted", server.newDatabase());
            assertThat(client.query(connection, "CREATE TABLE entry (id serial PRIMARY KEY, text text)")
                            .status())
                    .isEqualTo(200);
            Queue<Reply> answers = new ConcurrentLinkedQueue<>();
            AtomicBoolean enough = new AtomicBoolean();
            List<Future<Integer>> clients = crowd.start(12, number -> {
                int applied = 0;
                while (!enough.get()) {
                    Reply reply = number % 2 == 0
                            ? client.query(connection, "SELECT count(*) FROM entry")
                            : client.edit(connection, """
                                    {"op": "insert", "table": "entry", "values": {"text": "x"}}""");
                    answers.add(reply);
                    applied += number % 2 == 1 && reply.status() == 200 ? 1 : 0;
                }
                return applied;
            });
            Awaiting.until("load", () -> answers.size() > 200);
            server.stop();
            int atStop = answers.size();
            Awaiting.until("answers without a server", () -> answers.size() > atStop + 100);
            server.start();
            Awaiting.until(
                    "works again", () -> client.query(connection, "SELECT 1").status() == 200);
            int atStart = answers.size();
            Awaiting.until("load goes on", () -> answers.size() > atStart + 200);
            enough.set(true);
            int applied = 0;
            for (Future<Integer> each : clients) {
                applied += Crowd.result(each);
            }

            assertThat(answers).allSatisfy(each -> {
                assertThat(each.status()).as(each.body()).isIn(200, 502, 503, 504);
            });
            assertThat(answers.stream().filter(each -> each.status() == 502)).isNotEmpty();
            int kept = Integer.parseInt(client.value(connection, "SELECT count(*) FROM entry"));
            // One whose commit broke off may have been kept without having been answered.
            assertThat(kept).isBetween(applied, applied + 6);
        }
    }

    @Test
    void aStoppedServerIsReported() throws Exception {
        try (PostgresServer server = PostgresServer.startDedicated()) {
            String connection = client.addPostgres("Stopped", server.newDatabase());
            assertThat(client.value(connection, "SELECT 1")).isEqualTo("1");
            server.stop();
            for (int i = 0; i < 5; i++) {
                Reply reply = client.query(connection, "SELECT 1");
                assertThat(reply.status()).as(reply.body()).isEqualTo(502);
                assertThat(reply.code()).isEqualTo("upstream_failed");
            }
            Reply rows = client.get("/db-connections/" + connection + "/tables");
            assertThat(rows.status()).isEqualTo(502);
            assertThat(client.post("/db-connections/" + connection + "/test", "")
                            .json()
                            .path("ok")
                            .asBoolean())
                    .isFalse();
            server.start();
            assertThat(client.value(connection, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void aHostThatNeverAnswersHoldsUpNobodyElse() throws Exception {
        String working = client.addPostgres("Working", PostgresServer.shared().newDatabase());
        try (ServerSocket hole = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
            for (String ssl : List.of("prefer", "disable")) {
                String silent = client.post("/db-connections", """
                        {"name": "Silent %s", "engine": "postgresql", "host": "127.0.0.1", "port": %d, "ssl": "%s",
                         "database": "x", "user": "x", "password": "x", "environment": "development"}""".formatted(ssl, hole.getLocalPort(), ssl))
                        .json()
                        .path("id")
                        .asText();
                List<Future<Reply>> waiting = crowd.start(20, _ -> client.query(silent, "SELECT 1"));
                for (int i = 0; i < 5; i++) {
                    Reply meanwhile = client.query(working, "SELECT 1");
                    assertThat(meanwhile.status()).isEqualTo(200);
                }
                assertThat(waiting).as("the silent ones still wait").noneMatch(Future::isDone);
                for (Future<Reply> each : waiting) {
                    Reply reply = Crowd.result(each);
                    assertThat(reply.status()).as(reply.body()).isEqualTo(504);
                    assertThat(reply.code()).isEqualTo("upstream_timeout");
                }
            }
            Awaiting.until(
                    "no thread waits for the silent host any more",
                    () -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().contains("JDBC driver connection thread")));
        }
    }

    @Test
    void aTerminatedSessionFailsItsOwnCallOnly() throws Exception {
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        String connection = client.addPostgres("Terminated", database);
        List<Future<Reply>> sleeping = new ArrayList<>(
                crowd.start(4, number -> client.query(connection, "SELECT pg_sleep(4), 'sleeper " + number + "'")));
        String victim = "SELECT pid FROM pg_stat_activity WHERE query LIKE '%sleeper 2%' AND pid <> pg_backend_pid()"
                + " AND datname = current_database() AND state = 'active'";
        Awaiting.until(
                "asleep",
                () -> client.query(connection, victim).json().path("rowCount").asInt() == 1);
        assertThat(client.query(connection, "SELECT pg_terminate_backend((" + victim + "))")
                        .status())
                .isEqualTo(200);
        for (int i = 0; i < 4; i++) {
            Reply reply = Crowd.result(sleeping.get(i));
            assertThat(reply.status()).as(reply.body()).isEqualTo(i == 2 ? 502 : 200);
        }
        for (int i = 0; i < 10; i++) {
            assertThat(client.value(connection, "SELECT 1")).isEqualTo("1");
        }
    }
}
