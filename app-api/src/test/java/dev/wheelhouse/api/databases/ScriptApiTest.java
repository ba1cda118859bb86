package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.Awaiting;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptApiTest extends DatabaseApiTest {

    private static final Map<String, String> TEXT = Map.of("Content-Type", "text/plain");

    private static String endless(Engine engine) {
        return switch (engine) {
            case POSTGRESQL -> "SELECT pg_sleep(600)";
            case SQLITE -> "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
        };
    }

    @ParameterizedTest
    @EnumSource
    void runsAsAJobWithProgress(Engine engine) throws Exception {
        StringBuilder script = new StringBuilder("CREATE TABLE scripted (id INTEGER PRIMARY KEY);\n");
        for (int i = 0; i < 1000; i++) {
            script.append("INSERT INTO scripted VALUES (").append(i).append("); -- ünï;\n");
        }
        Reply accepted = on(engine).script(script.toString());
        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.header("Location"))
                .isEqualTo("/api/v1/jobs/" + accepted.json().path("id").asText());
        assertThat(accepted.json().path("kind").asText()).isEqualTo("script");
        assertThat(accepted.json().path("subjectId").asText())
                .isEqualTo(on(engine).id());
        JsonNode job = on(engine).endOf(accepted);
        assertThat(job.path("status").asText()).as(job.toString()).isEqualTo("succeeded");
        assertThat(job.at("/progress/done").asInt()).isEqualTo(1001);
        assertThat(job.at("/progress/total").asInt()).isEqualTo(1001);
        assertThat(job.path("message").asText()).contains("1001 statements", "1000 rows");
        assertThat(on(engine).value("SELECT count(*) FROM scripted").asInt()).isEqualTo(1000);
        try (Stream<?> left = Files.list(console.home().resolve("scripts"))) {
            assertThat(left).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFailureNamesTheLineAndUndoesAll(Engine engine) throws Exception {
        JsonNode job = on(engine).endOf(on(engine).script("""
                CREATE TABLE failing (id INTEGER PRIMARY KEY);
                INSERT INTO failing VALUES (1);

                INSERT INTO failing
                VALUES (1);
                """));
        assertThat(job.path("status").asText()).isEqualTo("failed");
        assertThat(job.path("error").asText()).startsWith("Line 4: ").endsWith("Nothing was changed.");
        refused(on(engine).query("SELECT * FROM failing"), 400, "sql_error");
    }

    @ParameterizedTest
    @EnumSource
    void asksForConfirmationBeforeItStarts(Engine engine) throws Exception {
        on(engine).run("CREATE TABLE cleared (id INTEGER PRIMARY KEY)");
        on(engine).run("INSERT INTO cleared VALUES (1)");
        Reply refusal = on(engine).script("SELECT 1;\nDELETE FROM cleared;");
        JsonNode problem = refused(refusal, 409, "confirmation_required");
        assertThat(problem.at("/statements/0/index").asInt()).isEqualTo(1);
        assertThat(problem.at("/statements/0/command").asText()).isEqualTo("DELETE");
        assertThat(on(engine).value("SELECT count(*) FROM cleared").asInt()).isEqualTo(1);
        Reply confirmed = on(engine).script("SELECT 1;\nDELETE FROM cleared;", "confirm", "true");
        assertThat(on(engine).endOf(confirmed).path("status").asText()).isEqualTo("succeeded");
        assertThat(on(engine).value("SELECT count(*) FROM cleared").asInt()).isZero();
        assertThat(on(engine).script("SELECT 1", "confirm", "yes").status()).isEqualTo(422);
    }

    @ParameterizedTest
    @EnumSource
    void canBeCancelledWithoutATrace(Engine engine) throws Exception {
        ApiClient owner = console.owner();
        on(engine).run("CREATE TABLE stopped (id INTEGER PRIMARY KEY)");
        Reply accepted = on(engine).script("INSERT INTO stopped VALUES (1); " + endless(engine));
        String job = "/jobs/" + accepted.json().path("id").asText();
        Awaiting.answer(
                () -> owner.get(job).json(),
                each -> each.path("status").asText().equals("running"),
                "It does not run");
        assertThat(owner.get("/jobs").json().findValuesAsText("id"))
                .contains(accepted.json().path("id").asText());
        assertThat(owner.delete(job).status()).isEqualTo(204);
        assertThat(on(engine).endOf(accepted).path("status").asText()).isEqualTo("cancelled");
        assertThat(on(engine).value("SELECT count(*) FROM stopped").asInt()).isZero();
        JsonNode problem = refused(owner.delete(job), 409, "state_invalid");
        assertThat(problem.path("detail").asText()).isNotEmpty();
    }

    @Test
    void aScriptBeyondTheKeysShareIsQueuedAndCanBeCancelled() throws Exception {
        try (ApiClient key = console.with("databases:read", "databases:query", "databases:write")) {
            ConnectionClient crowded = postgres.as(key);
            List<Reply> running = new ArrayList<>();
            // On two connections: of each the key may have four sessions, and judging a script takes one.
            ConnectionClient other = console.addPostgres(database).as(key);
            for (ConnectionClient each : List.of(crowded, crowded, other, other)) {
                running.add(each.script("SELECT pg_sleep(600)"));
            }
            for (Reply each : running) {
                awaitStatus(each, "running");
            }
            Reply cancelled = crowded.script("CREATE TABLE never (id INTEGER)");
            Reply waiting = crowded.script("CREATE TABLE later (id INTEGER)");
            assertThat(key.delete("/jobs/" + cancelled.json().path("id").asText())
                            .status())
                    .isEqualTo(204);
            JsonNode end = crowded.endOf(cancelled);
            assertThat(end.path("status").asText()).isEqualTo("cancelled");
            assertThat(end.path("message").asText()).isEqualTo("Cancelled before it began.");
            assertThat(end.hasNonNull("startedAt")).isFalse();
            assertThat(key.get("/jobs/" + waiting.json().path("id").asText())
                            .json()
                            .path("status")
                            .asText())
                    .isEqualTo("queued");
            for (Reply each : running) {
                key.delete("/jobs/" + each.json().path("id").asText());
            }
            assertThat(crowded.endOf(waiting).path("status").asText()).isEqualTo("succeeded");
            refused(postgres.query("SELECT * FROM never"), 400, "sql_error");
        }
    }

    private void awaitStatus(Reply accepted, String status) throws Exception {
        Awaiting.answer(
                () -> console.owner()
                        .get("/jobs/" + accepted.json().path("id").asText())
                        .json(),
                each -> each.path("status").asText().equals(status),
                "It is not " + status);
    }

    @Test
    void statementsThatNeverEndAreCutOffWithTheirConnection() throws Exception {
        ConnectionClient connection = console.addPostgres(database);
        Reply accepted = connection.script("SELECT pg_sleep(600)");
        String job = "/jobs/" + accepted.json().path("id").asText();
        Awaiting.answer(
                () -> console.owner().get(job).json(),
                each -> each.path("status").asText().equals("running"),
                "It does not run");
        assertThat(console.owner().delete(connection.path()).status()).isEqualTo(204);
        console.owner().delete(job);
        assertThat(connection.endOf(accepted).path("status").asText()).isIn("failed", "cancelled");
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheScriptsOwnTransactions(Engine engine) throws Exception {
        JsonNode job = on(engine).endOf(on(engine).script("""
                BEGIN;
                CREATE TABLE owned (id INTEGER PRIMARY KEY);
                INSERT INTO owned VALUES (1);
                COMMIT;
                INSERT INTO owned VALUES (1);
                """));
        assertThat(job.path("status").asText()).isEqualTo("failed");
        assertThat(job.path("error").asText()).startsWith("Line 5: ").doesNotContain("Nothing was changed");
        assertThat(on(engine).value("SELECT count(*) FROM owned").asInt()).isEqualTo(1);
        JsonNode open = on(engine).endOf(on(engine).script("BEGIN;\nINSERT INTO owned VALUES (2);"));
        assertThat(open.path("status").asText()).isEqualTo("failed");
        assertThat(on(engine).value("SELECT count(*) FROM owned").asInt()).isEqualTo(1);
    }

    @Test
    void refusesWhatIsNoScript() throws Exception {
        refusedAt(postgres.script("-- nothing\n"), "body");
        refusedAt(postgres.script("SELECT 1;\nSELECT 'a\0b'"), "body");
        refused(postgres.script("COPY t FROM STDIN;\n1\n\\.\n"), 400, "bad_request");
        refused(postgres.script("SELECT 1; VACUUM;"), 400, "bad_request");
        refused(
                console.owner()
                        .send("POST", postgres.path() + "/scripts", "{}", Map.of("Content-Type", "application/json")),
                415,
                "unsupported_media_type");
        Reply empty = console.owner().send("POST", postgres.path() + "/scripts", "", TEXT);
        assertThat(empty.status()).isBetween(400, 422);
        try (ApiClient reader = console.with("databases:read", "databases:query")) {
            refused(postgres.as(reader).script("INSERT INTO t VALUES (1)"), 403, "insufficient_scope");
            Reply reading = postgres.as(reader).script("SELECT 1");
            assertThat(postgres.as(reader).endOf(reading).path("status").asText())
                    .isEqualTo("succeeded");
        }
    }

    @Test
    void runsMoreThanAQueryMayHold() throws Exception {
        String insert = "INSERT INTO wide VALUES ('" + "x".repeat(100_000) + "');\n";
        String script = "CREATE TABLE wide (a TEXT);\n" + insert.repeat(30);
        refused(sqlite.query(script), 413, "payload_too_large");
        JsonNode job = sqlite.endOf(sqlite.script(script));
        assertThat(job.path("status").asText()).isEqualTo("succeeded");
        assertThat(sqlite.value("SELECT count(*) FROM wide").asInt()).isEqualTo(30);
    }

    @Test
    void jobsAreSeenWithTheScopeOfTheirSubject() throws Exception {
        Reply accepted = sqlite.script("SELECT 1");
        String id = accepted.json().path("id").asText();
        sqlite.endOf(accepted);
        try (ApiClient other = console.with("events:read")) {
            refused(other.get("/jobs/" + id), 403, "insufficient_scope");
            refused(other.delete("/jobs/" + id), 403, "insufficient_scope");
            assertThat(ok(other.get("/jobs"))).isEmpty();
        }
        refused(console.owner().get("/jobs/job_00000000000000000000000000"), 404, "not_found");
        assertThat(console.owner().get("/jobs?limit=1").json()).hasSize(1);
        assertThat(console.owner().get("/jobs?limit=1").header("Link")).contains("rel=\"next\"");
    }
}
