package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.Awaiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueryLimitsApiTest extends DatabaseApiTest {

    private static final String ENDLESS_SQLITE =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    @AfterAll
    void stopCallers() {
        callers.shutdownNow();
    }

    private static String endless(Engine engine) {
        return switch (engine) {
            case POSTGRESQL -> "SELECT pg_sleep(600)";
            case SQLITE -> ENDLESS_SQLITE;
        };
    }

    private static String numbers(Engine engine, int count) {
        return switch (engine) {
            case POSTGRESQL -> "SELECT i FROM generate_series(1, " + count + ") AS i";
            case SQLITE ->
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + count
                        + ") SELECT i FROM n";
        };
    }

    private Future<Reply> start(ConnectionClient connection, String sql, String queryId) {
        return callers.submit(() -> connection.query(Map.of("sql", sql, "queryId", queryId)));
    }

    private static void cancel(ConnectionClient connection, String queryId) throws Exception {
        Awaiting.answer(
                () -> connection.delete("/queries/" + queryId).status(),
                status -> status == 204,
                "The query is not there to be cancelled");
    }

    @ParameterizedTest
    @EnumSource
    void cutsAfterTheRowsAskedFor(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        JsonNode all = ok(connection.query(numbers(engine, 1000)));
        assertThat(all.path("rows")).hasSize(1000);
        assertThat(all.path("truncated").asBoolean()).isFalse();
        JsonNode cut = ok(connection.query(numbers(engine, 1001)));
        assertThat(cut.path("rows")).hasSize(1000);
        assertThat(cut.path("rowCount").asInt()).isEqualTo(1000);
        assertThat(cut.path("truncated").asBoolean()).isTrue();
        JsonNode one = ok(connection.query(Map.of("sql", numbers(engine, 2), "maxRows", 1)));
        assertThat(one.path("rows")).hasSize(1);
        assertThat(one.path("truncated").asBoolean()).isTrue();
    }

    @Test
    void cutsAfterSixteenMebibytesInWholeRows() throws Exception {
        JsonNode cut = ok(postgres.query("SELECT i, repeat('x', 1000000) AS wide FROM generate_series(1, 40) AS i"));
        assertThat(cut.path("truncated").asBoolean()).isTrue();
        assertThat(cut.path("rows").size()).isEqualTo(16);
        assertThat(cut.at("/rows/15/wide").textValue()).hasSize(1_000_000);
        JsonNode sqliteCut =
                ok(sqlite.query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)"
                        + " SELECT i, hex(zeroblob(500000)) AS wide FROM n"));
        assertThat(sqliteCut.path("rows").size()).isEqualTo(16);
        assertThat(sqliteCut.path("truncated").asBoolean()).isTrue();
    }

    @Test
    void cutsRowsOfManyMebibytesToo() throws Exception {
        JsonNode cut = ok(postgres.query("SELECT i, repeat('x', 5000000) AS wide FROM generate_series(1, 40) AS i"));
        assertThat(cut.path("truncated").asBoolean()).isTrue();
        assertThat(cut.path("rows").size()).isEqualTo(3);
    }

    @Test
    void namesTheColumnOfARowThatIsTooLarge() throws Exception {
        JsonNode problem =
                refused(postgres.query("SELECT 1 AS small, repeat('x', 20000000) AS huge"), 413, "payload_too_large");
        assertThat(problem.path("detail").asText()).contains("huge");
        JsonNode other = refused(
                sqlite.query("SELECT 'x' AS small, hex(zeroblob(5000000)) AS huge, hex(zeroblob(4500000)) AS b"),
                413,
                "payload_too_large");
        assertThat(other.path("detail").asText()).contains("huge");
        assertThat(postgres.value("SELECT 1").asInt()).isEqualTo(1);
    }

    @Test
    void boundsWhatMayBeAskedFor() throws Exception {
        for (int maxRows : new int[] {-1, 0, 1001}) {
            refusedAt(postgres.query(Map.of("sql", "SELECT 1", "maxRows", maxRows)), "maxRows");
        }
        for (int timeout : new int[] {-1, 0, 3_600_001}) {
            refusedAt(postgres.query(Map.of("sql", "SELECT 1", "timeoutMs", timeout)), "timeoutMs");
        }
        refusedAt(postgres.query(Map.of("sql", "SELECT 1", "queryId", "")), "queryId");
        refusedAt(postgres.query(Map.of("sql", "SELECT 1", "queryId", "x".repeat(101))), "queryId");
        refusedAt(postgres.query(Map.of("sql", "SELECT 1", "maxRows", "10")), "maxRows");
        refusedAt(postgres.query(Map.of("sql", "SELECT 1", "maxRows", 1.5)), "maxRows");
    }

    @Test
    void cancelsOnlyTheCallersOwnWithoutTheRightToWrite() throws Exception {
        try (ApiClient reader = console.with("databases:query");
                ApiClient other = console.with("databases:query");
                ApiClient writer = console.with("databases:query", "databases:write")) {
            ConnectionClient theirs = sqlite.as(reader);
            Future<Reply> running = start(theirs, ENDLESS_SQLITE, "mine");
            Reply refusal = Awaiting.answer(
                    () -> sqlite.as(other).delete("/queries/mine"),
                    reply -> reply.status() != 404,
                    "The query is not there");
            refused(refusal, 403, "insufficient_scope");
            assertThat(theirs.delete("/queries/mine").status()).isEqualTo(204);
            refused(running.get(), 409, "cancelled");
            Future<Reply> again = start(theirs, ENDLESS_SQLITE, "mine");
            cancel(sqlite.as(writer), "mine");
            refused(again.get(), 409, "cancelled");
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancelsByTheCallersId(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        Future<Reply> running = start(connection, endless(engine), "long one");
        cancel(connection, "long%20one");
        refused(running.get(), 409, "cancelled");
        refused(connection.delete("/queries/long%20one"), 404, "not_found");
        assertThat(connection.value("SELECT 1").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aCancelledScriptChangesNothing(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        connection.run("CREATE TABLE cancelled_changes (id INTEGER PRIMARY KEY)");
        Future<Reply> running =
                start(connection, "INSERT INTO cancelled_changes VALUES (1); " + endless(engine), "changing");
        cancel(connection, "changing");
        refused(running.get(), 409, "cancelled");
        assertThat(connection.value("SELECT count(*) FROM cancelled_changes").asInt())
                .isZero();
    }

    @Test
    void anIdInUseIsRefused() throws Exception {
        Future<Reply> running = start(postgres, endless(Engine.POSTGRESQL), "twice");
        String runs = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'"
                + " AND pid <> pg_backend_pid()";
        Awaiting.answer(() -> postgres.value(runs).asInt(), count -> count == 1, "The first query does not run");
        refused(postgres.query(Map.of("sql", "SELECT 1", "queryId", "twice")), 409, "already_exists");
        cancel(postgres, "twice");
        refused(running.get(), 409, "cancelled");
    }

    @ParameterizedTest
    @EnumSource
    void stopsAfterTheTimeLimitAndGoesOn(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        List<Future<Reply>> running = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            running.add(callers.submit(() -> connection.query(Map.of("sql", endless(engine), "timeoutMs", 300))));
        }
        for (Future<Reply> each : running) {
            JsonNode problem = refused(each.get(), 504, "statement_timeout");
            assertThat(problem.path("detail").asText()).contains("300 ms");
        }
        for (int i = 0; i < 20; i++) {
            assertThat(connection.value("SELECT " + i).asInt()).isEqualTo(i);
        }
    }

    @Test
    void endlessSqliteQueriesHoldNobodyElseUp() throws Exception {
        Future<Reply> first = start(sqlite, ENDLESS_SQLITE, "first");
        Future<Reply> second = start(sqlite, ENDLESS_SQLITE, "second");
        for (int i = 0; i < 20; i++) {
            assertThat(console.owner().get("/health").status()).isEqualTo(200);
        }
        assertThat(sqlite.value("SELECT 7").asInt()).isEqualTo(7);
        assertThat(first.isDone() || second.isDone()).isFalse();
        cancel(sqlite, "first");
        cancel(sqlite, "second");
        refused(first.get(), 409, "cancelled");
        refused(second.get(), 409, "cancelled");
    }

    @Test
    void aSessionThatTheServerEndsIsReplaced() throws Exception {
        refused(
                postgres.query(Map.of("sql", "SELECT pg_terminate_backend(pg_backend_pid())", "confirm", true)),
                502,
                "upstream_failed");
        for (int i = 0; i < 10; i++) {
            assertThat(postgres.value("SELECT 1").asInt()).isEqualTo(1);
        }
    }

    @Test
    void theServersOwnTimeoutIsACancellation() throws Exception {
        Reply reply = postgres.query("SET LOCAL statement_timeout = 100; SELECT pg_sleep(600)");
        refused(reply, 409, "cancelled");
        assertThat(postgres.value("SHOW statement_timeout").asText()).isEqualTo("0");
    }

    @Test
    void anEndlessResultIsStoppedToo() throws Exception {
        Reply reply = sqlite.query(Map.of(
                "sql",
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
                "maxRows",
                10));
        assertThat(ok(reply).path("truncated").asBoolean()).isTrue();
        JsonNode many = ok(postgres.query(Map.of("sql", "SELECT generate_series(1, 100000000)", "maxRows", 5)));
        assertThat(many.path("rows")).hasSize(5);
    }
}
