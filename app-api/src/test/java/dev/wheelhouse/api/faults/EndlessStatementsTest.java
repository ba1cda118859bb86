package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.core.testing.Awaiting;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class EndlessStatementsTest {

    private static final int ALL_THREADS = 8;

    @TempDir
    Path directory;

    private RunningConsole console;
    private Client client;
    private Crowd crowd;
    private String file;
    private String other;

    @BeforeEach
    void start() throws Exception {
        console = RunningConsole.start(directory.resolve("home"));
        client = console.client();
        crowd = new Crowd();
        file = client.addSqlite("Endless", directory.resolve("endless.db"));
        other = client.addSqlite("Other", directory.resolve("other.db"));
        assertThat(client.query(other, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)")
                        .status())
                .isEqualTo(200);
    }

    @AfterEach
    void stop() {
        crowd.close();
        console.close();
    }

    @Test
    void twoEndlessStatementsHoldUpNothingElse() throws Exception {
        List<Future<Reply>> endless = startEndless(2);

        for (int i = 0; i < 200; i++) {
            assertThat(client.get("/health").status()).isEqualTo(200);
        }
        assertThat(client.edit(other, """
                {"op": "insert", "table": "note", "values": {"text": "written meanwhile"}}""").status()).isEqualTo(200);
        assertThat(client.value(other, "SELECT text FROM note")).isEqualTo("written meanwhile");
        assertThat(client.value(file, "SELECT 7")).isEqualTo("7");
        cancelAll(endless);
    }

    @Test
    void theNinthStatementIsToldThatAllThreadsAreTaken() throws Exception {
        List<Future<Reply>> endless = startEndless(ALL_THREADS);

        Reply ninth = Crowd.result(crowd.start(() -> client.query(other, "SELECT 1")));
        assertThat(ninth.status()).isEqualTo(503);
        assertThat(ninth.code()).isEqualTo("busy");
        assertThat(ninth.headers().firstValue("Retry-After")).isNotEmpty();
        assertThat(client.get("/health").status()).isEqualTo(200);

        cancelAll(endless);
        assertThat(client.value(other, "SELECT 1")).isEqualTo("1");
    }

    @Test
    void aStatementThatWaitsForAThreadCanBeCancelledAndRunOutOfTime() throws Exception {
        List<Future<Reply>> endless = startEndless(ALL_THREADS);

        Reply late = client.query(other, "SELECT 1", ", \"timeoutMs\": 300");
        assertThat(late.code()).isEqualTo("statement_timeout");

        Future<Reply> waiting = crowd.start(() -> client.query(other, "SELECT 1", ", \"queryId\": \"waiting\""));
        Awaiting.until("cancelled", () -> client.cancel(other, "waiting").status() == 204);
        assertThat(Crowd.result(waiting).code()).isEqualTo("cancelled");
        cancelAll(endless);
    }

    @Test
    void aStatementThatWaitsForAnotherProgramsLockCanBeCancelled() throws Exception {
        try (Connection foreign = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("other.db"));
                Statement statement = foreign.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            Future<Reply> waiting = crowd.start(
                    () -> client.query(other, "INSERT INTO note (text) VALUES ('x')", ", \"queryId\": \"waiting\""));
            Awaiting.until("cancelled", () -> client.cancel(other, "waiting").status() == 204);
            assertThat(Crowd.result(waiting).code()).isEqualTo("cancelled");

            assertThat(client.query(other, "INSERT INTO note (text) VALUES ('x')", ", \"timeoutMs\": 100")
                            .code())
                    .isEqualTo("statement_timeout");
            assertThat(client.query(other, "INSERT INTO note (text) VALUES ('x')")
                            .code())
                    .isEqualTo("busy");
            statement.execute("ROLLBACK");
        }
        assertThat(client.value(other, "SELECT count(*) FROM note")).isEqualTo("0");
        assertThat(client.query(other, "INSERT INTO note (text) VALUES ('x')").status())
                .isEqualTo(200);
    }

    private List<Future<Reply>> startEndless(int count) throws Exception {
        List<Future<Reply>> started = crowd.start(count, number -> endless("endless-" + number));
        // Under its id only once it runs: a second one of the same name is refused.
        for (int i = 0; i < count; i++) {
            String id = "endless-" + i;
            Awaiting.until(
                    id + " runs",
                    () -> client.query(file, "SELECT 1", ", \"timeoutMs\": 1, \"queryId\": \"" + id + "\"")
                            .body()
                            .contains("already_exists"));
        }
        return started;
    }

    /** The call below that looks whether it runs may hold its name for a moment. */
    private Reply endless(String id) throws Exception {
        Reply reply;
        do {
            reply = client.query(file, Sql.ENDLESS, ", \"queryId\": \"" + id + "\"");
        } while (reply.code().equals("already_exists"));
        return reply;
    }

    private void cancelAll(List<Future<Reply>> endless) throws Exception {
        for (int i = 0; i < endless.size(); i++) {
            assertThat(client.cancel(file, "endless-" + i).status()).isEqualTo(204);
        }
        for (Future<Reply> each : endless) {
            Reply reply = Crowd.result(each);
            assertThat(reply.status()).isEqualTo(409);
            assertThat(reply.code()).isEqualTo("cancelled");
        }
    }
}
