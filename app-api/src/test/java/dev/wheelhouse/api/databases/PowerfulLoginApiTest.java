package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logins that no transaction can hold back, worked by keys that may not administer databases. */
class PowerfulLoginApiTest extends DatabaseApiTest {

    private PostgresDatabase powerfulDatabase;
    private ConnectionClient powerful;
    private ApiClient reader;
    private ApiClient writer;

    @BeforeAll
    void connect() throws Exception {
        powerfulDatabase = PostgresServer.shared().newPowerfulDatabase();
        powerful = console.addPostgres(powerfulDatabase);
        powerful.run("CREATE TABLE ordinary (id int PRIMARY KEY, a text); INSERT INTO ordinary VALUES (1, 'a')");
        reader = console.with("databases:read", "databases:query");
        writer = console.with("databases:read", "databases:query", "databases:write");
    }

    @AfterAll
    void closeClients() {
        reader.close();
        writer.close();
    }

    @Test
    void refusesSqlOfThoseWhoMayNotAdminister() throws Exception {
        for (ApiClient client : List.of(reader, writer)) {
            ConnectionClient as = powerful.as(client);
            JsonNode problem = refused(as.query("SELECT 1"), 403, "insufficient_scope");
            assertThat(problem.path("detail").asText()).contains("superuser", "databases:admin");
            refused(as.post("/export", Map.of("sql", "SELECT 1", "format", "csv")), 403, "insufficient_scope");
            refused(as.post("/export", Map.of("sql", "SELECT 1", "format", "json")), 403, "insufficient_scope");
            refused(as.post("/explain", Map.of("sql", "SELECT 1")), 403, "insufficient_scope");
            refused(as.script("SELECT 1"), 403, "insufficient_scope");
        }
        refused(
                powerful.as(writer)
                        .edits(Map.of(
                                "op", "update",
                                "schema", "pg_catalog",
                                "table", "pg_authid",
                                "pk", Map.of("oid", 10),
                                "values", Map.of("rolsuper", false))),
                403,
                "insufficient_scope");
    }

    @Test
    void leavesOpenWhatIsOurOwnSqlWithBoundValues() throws Exception {
        ConnectionClient as = powerful.as(writer);
        assertThat(as.rows("public", "ordinary", "filters", "id.eq.1").status()).isEqualTo(200);
        assertThat(as.describe("public", "ordinary").status()).isEqualTo(200);
        assertThat(as.get("/tables").status()).isEqualTo(200);
        assertThat(as.post("/export", Map.of("table", "ordinary", "format", "json"))
                        .status())
                .isEqualTo(200);
        assertThat(as.edits(ConnectionClient.update("ordinary", Map.of("id", 1), Map.of("a", "b")))
                        .status())
                .isEqualTo(200);
        assertThat(powerful.run("SELECT 1").at("/rows/0").size()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "may_make_roles, CREATEROLE, ''",
        "may_replicate, REPLICATION, ''",
        "may_read_files, '', pg_read_server_files",
        "may_write_files, '', pg_write_server_files",
        "may_run_programs, '', pg_execute_server_program",
        "may_signal, '', pg_signal_backend",
        "may_subscribe, '', pg_create_subscription",
        "may_become_another, NOINHERIT, may_read_files",
        "may_read_data, '', pg_read_all_data"
    })
    void knowsEachPowerAndThoseThatALoginCanBecome(String role, String attribute, String member) throws Exception {
        PostgresServer.shared()
                .execute(
                        "DROP ROLE IF EXISTS " + role,
                        "CREATE ROLE " + role + " LOGIN " + attribute + " PASSWORD '" + PostgresServer.PASSWORD + "'");
        if (!member.isEmpty()) {
            PostgresServer.shared()
                    .execute(
                            "DO $$ BEGIN CREATE ROLE may_read_files; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
                            "GRANT pg_read_server_files TO may_read_files",
                            "GRANT " + member + " TO " + role);
        }
        PostgresDatabase database = new PostgresDatabase(
                powerfulDatabase.host(),
                powerfulDatabase.port(),
                powerfulDatabase.database(),
                role,
                PostgresServer.PASSWORD);
        ConnectionClient connection = console.addPostgres(database);
        JsonNode test = ok(connection.post("/test", Map.of()));
        if (role.equals("may_read_data")) {
            assertThat(test.path("rights")).isEmpty();
            assertThat(test.has("lesserLogin")).isFalse();
            assertThat(test.path("state").asText()).isEqualTo("passed");
            assertThat(connection.as(reader).query("SELECT 1").status()).isEqualTo(200);
            return;
        }
        String power = role.equals("may_become_another") ? "pg_read_server_files" : attribute + member;
        assertThat(test.path("rights").toString()).contains(power);
        assertThat(test.path("ok").asBoolean()).isTrue();
        assertThat(test.path("state").asText()).isEqualTo("advice");
        refused(connection.as(reader).query("SELECT 1"), 403, "insufficient_scope");
    }

    @Test
    void tellsHowToMakeALesserLogin() throws Exception {
        JsonNode test = ok(powerful.post("/test", Map.of()));
        assertThat(test.path("rights")).hasToString("[\"superuser\"]");
        String sql = test.path("lesserLogin").asText();
        assertThat(sql).doesNotContain(PostgresServer.PASSWORD);
        PostgresServer.shared().execute("DROP ROLE IF EXISTS wheelhouse_lesser");
        powerful.run(sql.replace("\"wheelhouse\"", "\"wheelhouse_lesser\""));
        PostgresServer.shared().execute("ALTER ROLE wheelhouse_lesser PASSWORD '" + PostgresServer.PASSWORD + "'");
        ConnectionClient lesser = console.addPostgres(new PostgresDatabase(
                powerfulDatabase.host(),
                powerfulDatabase.port(),
                powerfulDatabase.database(),
                "wheelhouse_lesser",
                PostgresServer.PASSWORD));
        assertThat(ok(lesser.post("/test", Map.of())).path("rights")).isEmpty();
        assertThat(lesser.as(reader).query("SELECT a FROM ordinary").status()).isEqualTo(200);
        assertThat(lesser.as(writer)
                        .query("INSERT INTO ordinary VALUES (2, 'b')")
                        .status())
                .isEqualTo(200);
    }
}
