package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180) // Consoles or servers are started and ended, beside others.
class StopAndStartTest {

    private static final int TERMINATED = 143;

    @TempDir
    Path directory;

    @Test
    void whatAConsoleStartsDoesNotInheritItsCredentials() throws Exception {
        try (ConsoleProcess console = ConsoleProcess.start(directory.resolve("home"));
                Client client = console.client()) {
            String id = client.post("/schedules/test", "{\"serverId\":\"local\",\"command\":\"env; echo end\"}")
                    .json()
                    .path("id")
                    .asText();
            String path = "/jobs/" + id + "/log";
            Awaiting.until(
                    "the command has ended", () -> client.get(path).body().contains("end\n"));
            assertThat(client.get(path).body()).contains("PATH=").doesNotContain("s3cret-of-the-console");
        }
    }

    @Test
    void aStopUnderLoadEndsInTimeAndLeavesNothingHalf() throws Exception {
        Path home = directory.resolve("home");
        Path file = directory.resolve("file.db");
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        AtomicInteger answered = new AtomicInteger();
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client client = console.client();
                Crowd crowd = new Crowd()) {
            String sqlite = client.addSqlite("File", file);
            String postgres = client.addPostgres("Server", database);
            assertThat(client.query(sqlite, "CREATE TABLE part (batch integer, half integer)")
                            .status())
                    .isEqualTo(200);
            crowd.start(2, _ -> client.query(postgres, Sql.ENDLESS));
            crowd.start(2, _ -> client.query(sqlite, Sql.ENDLESS));
            crowd.start(4, number -> {
                for (int batch = number; ; batch += 4) {
                    int status = client.edit(sqlite, half(batch, 1) + "," + half(batch, 2))
                            .status();
                    answered.addAndGet(status == 200 ? 1 : 0);
                }
            });
            Awaiting.until("edits are answered", () -> answered.get() > 10);
            assertThat(home.resolve("api.json")).exists();

            assertThat(console.terminate(10)).isIn(0, TERMINATED);
            assertThat(home.resolve("api.json")).doesNotExist();
        }
        try (Connection target = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = target.createStatement()) {
            assertThat(number(
                            statement,
                            "SELECT count(*) FROM (SELECT batch FROM part GROUP BY batch HAVING" + " count(*) <> 2)"))
                    .isZero();
            assertThat(number(statement, "SELECT count(DISTINCT batch) FROM part"))
                    .isGreaterThanOrEqualTo(answered.get());
        }
        try (Connection target = database.connect();
                Statement statement = target.createStatement()) {
            Awaiting.until(
                    "the server works on nothing any more",
                    () -> number(
                                    statement,
                                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                            + " AND pid <> pg_backend_pid()")
                            == 0);
        }
    }

    @Test
    void anIdleConsoleStopsAtOnce() throws Exception {
        try (ConsoleProcess console = ConsoleProcess.start(directory.resolve("home"))) {
            assertThat(console.terminate(3)).isIn(0, TERMINATED);
        }
    }

    @Test
    void aTakenPortIsToldInOneLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertRefused(ConsoleProcess.refused(directory.resolve("home"), taken.getLocalPort()), "another one");
        }
    }

    @Test
    void aTakenHomeIsToldInOneLine() throws Exception {
        Path home = directory.resolve("home");
        try (ConsoleProcess first = ConsoleProcess.start(home)) {
            ConsoleProcess.Refusal refusal = ConsoleProcess.refused(home, 0);
            assertRefused(refusal, "another --home");
            assertThat(refusal.error()).contains("process " + first.pid());
            assertThat(first.isAlive()).isTrue();
            assertThat(home.resolve("api.json")).exists();
        }
    }

    @Test
    void aHomeThatCannotBeOneIsToldInOneLine() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "in the way");
        assertRefused(ConsoleProcess.refused(file, 0), "--home");
        assertRefused(ConsoleProcess.refused(file.resolve("below"), 0), "--home");
        Path lockInTheWay = directory.resolve("odd");
        Files.createDirectories(lockInTheWay.resolve("lock"));
        assertRefused(ConsoleProcess.refused(lockInTheWay, 0), "--home");
    }

    @Test
    void aStateThatCannotBeReadIsToldInOneLine() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Files.writeString(home.resolve("state.db"), "this is no database, and has not been one for a long while");
        assertRefused(ConsoleProcess.refused(home, 0), "copies");
        assertThat(home.resolve("state.db")).content().startsWith("this is no database");
    }

    private static void assertRefused(ConsoleProcess.Refusal refusal, String advice) {
        assertThat(refusal.exitCode()).as(refusal.error()).isEqualTo(1);
        assertThat(refusal.output()).isEmpty();
        assertThat(refusal.error().strip().lines().filter(line -> !line.startsWith("WARNING:")))
                .as(refusal.error())
                .hasSize(1);
        assertThat(refusal.error()).contains(advice);
    }

    private static String half(int batch, int half) {
        return "{\"op\": \"insert\", \"table\": \"part\", \"values\": {\"batch\": " + batch + ", \"half\": " + half
                + "}}";
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
