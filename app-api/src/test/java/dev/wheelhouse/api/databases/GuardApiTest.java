package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.databases.Engine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GuardApiTest extends DatabaseApiTest {

    private ApiClient reader;
    private ApiClient writer;

    @BeforeAll
    void makeKeys() throws Exception {
        reader = console.with("databases:read", "databases:query");
        writer = console.with("databases:read", "databases:query", "databases:write");
        postgres.run("CREATE TABLE precious (id INTEGER PRIMARY KEY, a TEXT)");
        sqlite.run("CREATE TABLE precious (id INTEGER PRIMARY KEY, a TEXT)");
    }

    @BeforeEach
    void fill() throws Exception {
        for (Engine engine : Engine.values()) {
            on(engine).run("DELETE FROM precious WHERE id > 0");
            on(engine).run("INSERT INTO precious VALUES (1,'a'),(2,'b'),(3,'c')");
        }
        postgres.run("ANALYZE precious");
    }

    @AfterAll
    void closeKeys() {
        reader.close();
        writer.close();
    }

    private void untouched(Engine engine) throws Exception {
        assertThat(on(engine)
                        .value("SELECT count(*) FROM precious WHERE a IN ('a','b','c')")
                        .asInt())
                .isEqualTo(3);
    }

    private ConnectionClient sameDatabase(Engine engine, Map<String, Object> more) throws Exception {
        return switch (engine) {
            case POSTGRESQL -> console.addPostgres(database, more);
            case SQLITE ->
                console.addSqlite(Path.of(sqlite.get("").json().path("path").asText()), more);
        };
    }

    @ParameterizedTest
    @EnumSource
    void asksBeforeItDestroysAndRunsNothing(Engine engine) throws Exception {
        JsonNode problem = refused(
                on(engine).query("UPDATE precious SET a = 'x' WHERE id = 1; DELETE FROM precious; DROP TABLE precious"),
                409,
                "confirmation_required");
        JsonNode statements = problem.path("statements");
        assertThat(statements).hasSize(2);
        assertThat(statements.at("/0/index").asInt()).isEqualTo(1);
        assertThat(statements.at("/0/command").asText()).isEqualTo("DELETE");
        assertThat(statements.at("/0/rule").asText()).isEqualTo("delete_without_where");
        assertThat(statements.at("/0/object").asText()).isEqualTo("precious");
        assertThat(statements.at("/0/estimatedRows").asInt()).isEqualTo(3);
        assertThat(statements.at("/1/index").asInt()).isEqualTo(2);
        assertThat(statements.at("/1/command").asText()).isEqualTo("DROP");
        assertThat(statements.at("/1/estimatedRows").asInt()).isEqualTo(3);
        untouched(engine);
    }

    @ParameterizedTest
    @EnumSource
    void asksBeforeMostRowsChangeWhoseConditionNamesOtherColumns(Engine engine) throws Exception {
        for (String sql : List.of(
                "UPDATE precious SET a = '' FROM (SELECT 1 AS z) q WHERE z = 1",
                "DELETE FROM precious WHERE EXISTS (SELECT 1 FROM (SELECT 1 AS z) q WHERE z = 1)",
                "INSERT INTO precious SELECT id, '' FROM precious WHERE true ON CONFLICT (id) DO UPDATE SET a = ''")) {
            ConnectionClient writes = on(engine).as(writer);
            for (Reply each : List.of(writes.query(sql), writes.script(sql, "confirm", "false"))) {
                JsonNode statement = refused(each, 409, "confirmation_required").at("/statements/0");
                assertThat(statement.path("rule").asText()).as(sql).isEqualTo("most_rows");
                assertThat(statement.path("estimatedRows").asInt()).as(sql).isEqualTo(3);
            }
        }
        untouched(engine);
        String part = "UPDATE precious SET a = 'x' FROM (SELECT 1 AS z) q WHERE id = z";
        assertThat(on(engine).as(writer).query(part).status()).isEqualTo(200);
    }

    @Test
    void asksBeforeAFunctionEmptiesATableWhereverItIsCalled() throws Exception {
        postgres.run("CREATE FUNCTION empties() RETURNS int LANGUAGE plpgsql AS"
                + " 'BEGIN DELETE FROM precious; RETURN 9; END'");
        ConnectionClient writes = postgres.as(writer);
        for (String sql : List.of(
                "INSERT INTO precious VALUES (empties(), '')",
                "UPDATE precious SET a = '' WHERE id = 1 AND empties() = 9",
                "CREATE TABLE taken AS SELECT empties()")) {
            for (Reply each : List.of(writes.query(sql), writes.script(sql, "confirm", "false"))) {
                JsonNode statement = refused(each, 409, "confirmation_required").at("/statements/0");
                assertThat(statement.path("rule").asText()).as(sql).isEqualTo("calls_destructive_function");
                assertThat(statement.path("object").asText()).as(sql).isEqualTo("empties");
            }
        }
        untouched(Engine.POSTGRESQL);
    }

    @Test
    void asksBeforeACursorOfAScriptChangesAnything() throws Exception {
        postgres.run("CREATE FUNCTION takes() RETURNS int LANGUAGE plpgsql AS"
                + " 'BEGIN DELETE FROM precious; RETURN 9; END'");
        ConnectionClient production = sameDatabase(Engine.POSTGRESQL, Map.of("environment", "production"));
        for (String sql : List.of(
                "DECLARE c CURSOR WITH HOLD FOR SELECT takes()",
                "DECLARE c CURSOR FOR SELECT takes(); FETCH ALL c",
                "DECLARE c CURSOR FOR SELECT takes(); MOVE ALL IN c")) {
            JsonNode end = production.endOf(production.script(sql, "confirm", "false"));
            // One that nobody reads from never runs its query, as the transaction of a text that reads is rolled back.
            boolean isRead = !sql.contains("WITH HOLD");
            assertThat(end.path("status").asText()).as(sql).isEqualTo(isRead ? "failed" : "succeeded");
            assertThat(end.path("error").asText()).as(sql).contains(isRead ? "needs confirmation" : "");
            untouched(Engine.POSTGRESQL);
        }
    }

    @ParameterizedTest
    @EnumSource
    void runsWhatWasConfirmed(Engine engine) throws Exception {
        JsonNode result = ok(on(engine).query(Map.of("sql", "DELETE FROM precious", "confirm", true)));
        assertThat(result.path("rowCount").asInt()).isEqualTo(3);
        assertThat(on(engine).value("SELECT count(*) FROM precious").asInt()).isZero();
        refused(
                on(engine).query(Map.of("sql", "DELETE FROM precious", "confirm", false)),
                409,
                "confirmation_required");
    }

    @ParameterizedTest
    @EnumSource
    void onProductionEveryChangeIsConfirmed(Engine engine) throws Exception {
        ConnectionClient production = sameDatabase(engine, Map.of("environment", "production"));
        for (String sql : List.of(
                "INSERT INTO precious VALUES (4,'d')",
                "UPDATE precious SET a = 'x' WHERE id = 1",
                "DELETE FROM precious WHERE id = 1",
                "CREATE TABLE another (a INTEGER)",
                "VACUUM",
                "ALTER TABLE precious ADD COLUMN more TEXT")) {
            JsonNode problem = refused(production.query(sql), 409, "confirmation_required");
            assertThat(problem.path("statements")).as(sql).hasSize(1);
        }
        untouched(engine);
        assertThat(production.query("SELECT * FROM precious").status()).isEqualTo(200);
        assertThat(production
                        .query(Map.of("sql", "INSERT INTO precious VALUES (4,'d')", "confirm", true))
                        .status())
                .isEqualTo(200);
        assertThat(production
                        .edits(ConnectionClient.delete("precious", Map.of("id", 4)))
                        .status())
                .as("Edits name one row each and are not asked about")
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void aReadOnlyConnectionIsReadOnlyWhateverIsConfirmed(Engine engine) throws Exception {
        ConnectionClient readOnly = sameDatabase(engine, Map.of("readOnly", true));
        for (String sql : List.of(
                "INSERT INTO precious VALUES (4,'d')",
                "DELETE FROM precious",
                "DROP TABLE precious",
                "SELECT 1; COMMIT; DELETE FROM precious WHERE id = 1",
                "WITH gone AS (DELETE FROM precious WHERE id = 1 RETURNING id) SELECT * FROM gone",
                "VACUUM",
                "REINDEX TABLE precious",
                "SOMETHING unknown")) {
            Reply reply = readOnly.query(Map.of("sql", sql, "confirm", true));
            refused(reply, 403, "read_only_connection");
        }
        refused(readOnly.edits(ConnectionClient.delete("precious", Map.of("id", 1))), 403, "read_only_connection");
        Reply script = readOnly.script("DELETE FROM precious WHERE id = 1", "confirm", "true");
        refused(script, 403, "read_only_connection");
        untouched(engine);
        assertThat(readOnly.value("SELECT count(*) FROM precious").asInt()).isEqualTo(3);
        assertThat(readOnly.rows(engine.defaultSchema(), "precious").status()).isEqualTo(200);
        assertThat(readOnly.post("/export", Map.of("table", "precious", "format", "csv"))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void tellsWhichScopeAWriteNeeds(Engine engine) throws Exception {
        JsonNode problem =
                refused(on(engine).as(reader).query("INSERT INTO precious VALUES (4,'d')"), 403, "insufficient_scope");
        assertThat(problem.path("detail").asText()).contains("databases:write");
        refused(
                on(engine).as(reader).edits(ConnectionClient.delete("precious", Map.of("id", 1))),
                403,
                "insufficient_scope");
        assertThat(on(engine)
                        .as(writer)
                        .query("INSERT INTO precious VALUES (4,'d')")
                        .status())
                .isEqualTo(200);
        assertThat(on(engine)
                        .as(writer)
                        .edits(ConnectionClient.delete("precious", Map.of("id", 4)))
                        .status())
                .isEqualTo(200);
        untouched(engine);
    }

    @Test
    void whatReachesBeyondTheDatabaseNeedsAdministration() throws Exception {
        for (String sql : List.of(
                "DO $$ BEGIN PERFORM 1; END $$",
                "COPY precious TO '/tmp/wheelhouse-stolen.csv'",
                "COPY precious TO PROGRAM 'true'",
                "ALTER SYSTEM SET work_mem = '5MB'",
                "CREATE ROLE somebody",
                "SELECT pg_reload_conf()",
                "SELECT lo_create(0)")) {
            JsonNode problem =
                    refused(postgres.as(writer).query(Map.of("sql", sql, "confirm", true)), 403, "insufficient_scope");
            assertThat(problem.path("detail").asText()).as(sql).contains("databases:admin");
        }
        assertThat(postgres.query("DO $$ BEGIN PERFORM 1; END $$").status()).isEqualTo(200);
        refused(
                sqlite.as(writer).query(Map.of("sql", "VACUUM INTO '/tmp/wheelhouse-stolen.db'", "confirm", true)),
                403,
                "insufficient_scope");
    }

    @Test
    void vacuumIntoDoesNotReachTheConsolesOwnFiles() throws Exception {
        Path target = console.home().resolve("planted.db");
        sqlite.query(Map.of("sql", "VACUUM INTO '" + target + "'", "confirm", true));
        assertThat(Files.exists(target)).isFalse();
    }
}
