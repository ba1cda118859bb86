package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.faults.Client.Reply;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180) // Consoles or servers are started and ended, beside others.
class ServerFaultsTest {

    private static final long LONGEST_ANSWER_MILLIS = 6500;

    @TempDir
    Path directory;

    private RunningConsole console;
    private Client client;
    private Crowd crowd;

    /** An answer and how long it took. */
    private record Timed(Reply reply, long millis) {}

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
    void aRestartUnderLoadIsToldClearlyAndIsOverSoonAfter() throws Exception {
        try (PostgresServer server = PostgresServer.startDedicated()) {
            String connection = client.addPostgres("Restarted", server.newDatabase());
            assertThat(client.query(connection, "CREATE TABLE entry (id serial PRIMARY KEY, text text)")
                            .status())
                    .isEqualTo(200);
            Queue<Timed> answers = new ConcurrentLinkedQueue<>();
            AtomicBoolean enough = new AtomicBoolean();
            List<Future<Integer>> clients = crowd.start(12, number -> {
                int applied = 0;
                while (!enough.get()) {
                    Timed timed = number % 2 == 0
                            ? timed(() -> client.query(connection, "SELECT count(*) FROM entry"))
                            : timed(() -> client.edit(connection, """
                                    {"op": "insert", "table": "entry", "values": {"text": "x"}}"""));
                    answers.add(timed);
                    applied += number % 2 == 1 && timed.reply().status() == 200 ? 1 : 0;
                }
                return applied;
            });
            Crowd.await("load", 10, () -> answers.size() > 200);
            server.stop();
            int atStop = answers.size();
            Crowd.await("answers without a server", 10, () -> answers.size() > atStop + 100);
            server.start();
            Crowd.await(
                    "works again", 5, () -> client.query(connection, "SELECT 1").status() == 200);
            int atStart = answers.size();
            Crowd.await("load goes on", 10, () -> answers.size() > atStart + 200);
            enough.set(true);
            int applied = 0;
            for (Future<Integer> each : clients) {
                applied += Crowd.result(each, 20);
            }

            assertThat(answers).allSatisfy(each -> {
                assertThat(each.reply().status()).as(each.reply().body()).isIn(200, 502, 503, 504);
                assertThat(each.millis()).isLessThan(LONGEST_ANSWER_MILLIS);
            });
            assertThat(answers.stream().filter(each -> each.reply().status() == 502))
                    .isNotEmpty();
            int kept = Integer.parseInt(client.value(connection, "SELECT count(*) FROM entry"));
            // One whose commit broke off may have been kept without having been answered.
            assertThat(kept).isBetween(applied, applied + 6);
        }
    }

    @Test
    void aStoppedServerIsToldAtOnce() throws Exception {
        try (PostgresServer server = PostgresServer.startDedicated()) {
            String connection = client.addPostgres("Stopped", server.newDatabase());
            assertThat(client.value(connection, "SELECT 1")).isEqualTo("1");
            server.stop();
            for (int i = 0; i < 5; i++) {
                Timed timed = timed(() -> client.query(connection, "SELECT 1"));
                assertThat(timed.reply().status()).as(timed.reply().body()).isEqualTo(502);
                assertThat(timed.reply().code()).isEqualTo("upstream_failed");
                assertThat(timed.millis()).isLessThan(2500);
            }
            Timed rows = timed(() -> client.get("/db-connections/" + connection + "/tables"));
            assertThat(rows.reply().status()).isEqualTo(502);
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
                List<Future<Timed>> waiting = crowd.start(20, _ -> timed(() -> client.query(silent, "SELECT 1")));
                for (int i = 0; i < 20; i++) {
                    Timed meanwhile = timed(() -> client.query(working, "SELECT 1"));
                    assertThat(meanwhile.reply().status()).isEqualTo(200);
                    assertThat(meanwhile.millis()).isLessThan(2000);
                }
                for (Future<Timed> each : waiting) {
                    Timed timed = Crowd.result(each, 15);
                    assertThat(timed.reply().status()).as(timed.reply().body()).isEqualTo(504);
                    assertThat(timed.reply().code()).isEqualTo("upstream_timeout");
                    assertThat(timed.millis()).isLessThan(LONGEST_ANSWER_MILLIS);
                }
            }
            Crowd.await(
                    "no thread waits for the silent host any more",
                    10,
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
        Crowd.await(
                "asleep",
                10,
                () -> client.query(connection, victim).json().path("rowCount").asInt() == 1);
        assertThat(client.query(connection, "SELECT pg_terminate_backend((" + victim + "))")
                        .status())
                .isEqualTo(200);
        for (int i = 0; i < 4; i++) {
            Reply reply = Crowd.result(sleeping.get(i), 10);
            assertThat(reply.status()).as(reply.body()).isEqualTo(i == 2 ? 502 : 200);
        }
        for (int i = 0; i < 10; i++) {
            assertThat(client.value(connection, "SELECT 1")).isEqualTo("1");
        }
    }

    private interface Ask {
        Reply ask() throws Exception;
    }

    private static Timed timed(Ask ask) throws Exception {
        long began = System.nanoTime();
        Reply reply = ask.ask();
        return new Timed(reply, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    }
}
