package dev.wheelhouse.api.databases;

import static dev.wheelhouse.api.testing.ConnectionClient.escape;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.testing.PostgresServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryApiTest extends DatabaseApiTest {

    private JsonNode history(ConnectionClient connection, String parameters) throws Exception {
        return ok(connection.get("/history" + parameters));
    }

    @Test
    void keepsEveryKindWithItsOutcome() throws Exception {
        ConnectionClient connection = console.addSqlite();
        connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY)");
        ok(connection.edits(ConnectionClient.insert("t", Map.of("id", 1))));
        ok(connection.post("/explain", Map.of("sql", "SELECT * FROM t")));
        connection.post("/export", Map.of("table", "t", "format", "csv"));
        connection.endOf(connection.script("SELECT 1; SELECT 2"));
        refused(connection.query("SELECT nowhere"), 400, "sql_error");
        refused(connection.query("DELETE FROM t"), 409, "confirmation_required");
        ok(connection.rows("main", "t"));
        ok(connection.describe("main", "t"));
        JsonNode entries = history(connection, "");
        assertThat(entries.findValuesAsText("kind"))
                .containsExactly("query", "query", "script", "export", "explain", "edit", "query");
        assertThat(entries.findValuesAsText("outcome"))
                .containsExactly("failed", "failed", "succeeded", "succeeded", "succeeded", "succeeded", "succeeded");
        assertThat(entries.at("/1/error").asText()).contains("nowhere");
        assertThat(entries.at("/3/rowCount").asInt()).isEqualTo(1);
        assertThat(entries.at("/5/statement").asText()).isEqualTo("1 × INSERT main.t");
        assertThat(entries.at("/6/statement").asText()).startsWith("CREATE TABLE t");
        assertThat(entries.at("/6/origin").asText()).isEqualTo("http");
        assertThat(entries.at("/6/memberId").asText())
                .isEqualTo(console.owner().get("/me").json().path("memberId").asText());
    }

    @Test
    void searchesWithoutRegardToCaseAndTakesEveryCharacterAsItIs() throws Exception {
        for (String sql : List.of(
                "SELECT 'Needle'", "SELECT '100%'", "SELECT 'under_score'", "SELECT '1000'", "SELECT 'back\\slash'")) {
            postgres.run(sql);
        }
        assertThat(history(postgres, "?search=nEEDle").findValuesAsText("statement"))
                .containsExactly("SELECT 'Needle'");
        assertThat(history(postgres, "?search=" + escape("0%")).findValuesAsText("statement"))
                .containsExactly("SELECT '100%'");
        assertThat(history(postgres, "?search=" + escape("r_s")).findValuesAsText("statement"))
                .containsExactly("SELECT 'under_score'");
        assertThat(history(postgres, "?search=" + escape("k\\s"))).hasSize(1);
        assertThat(history(postgres, "?search=" + escape("' OR '1'='1"))).isEmpty();
        refusedAt(postgres.get("/history?search=" + "x".repeat(201)), "query.search");
    }

    @Test
    void pagesNewestFirst() throws Exception {
        ConnectionClient connection = console.addSqlite();
        for (int i = 0; i < 5; i++) {
            connection.run("SELECT " + i);
        }
        Reply first = connection.get("/history?limit=2");
        assertThat(first.json().findValuesAsText("statement")).containsExactly("SELECT 4", "SELECT 3");
        String link = first.header("Link");
        String next = link.substring(link.indexOf('<') + 1, link.indexOf('>')).replaceFirst("^.*/history", "/history");
        assertThat(ok(connection.get(next)).findValuesAsText("statement")).containsExactly("SELECT 2", "SELECT 1");
    }

    @Test
    void neverKeepsAPassword() throws Exception {
        ConnectionClient roles = console.addPostgres(PostgresServer.shared().newPowerfulDatabase());
        String sql = "CREATE ROLE history_role LOGIN PASSWORD 'hunter2'";
        roles.run(sql);
        roles.run("ALTER ROLE history_role PASSWORD $$hunter2$$");
        refused(roles.query("ALTER ROLE nobody_here ENCRYPTED PASSWORD 'hunter2'"), 400, "sql_error");
        roles.endOf(roles.script("ALTER ROLE history_role PASSWORD 'hunter2'"));
        roles.run("DROP ROLE history_role");
        String all = console.owner().get(roles.path() + "/history").body();
        assertThat(all).contains("history_role").doesNotContain("hunter2");
    }

    @Test
    void belongsToOneConnection() throws Exception {
        ConnectionClient other = console.addSqlite();
        other.run("SELECT 'only here'");
        assertThat(history(other, "")).hasSize(1);
        assertThat(history(sqlite, "?search=only")).isEmpty();
    }

    @Test
    void tellsOfAllConnectionsTogetherAndSiftsThem() throws Exception {
        ConnectionClient one = console.addSqlite();
        ConnectionClient two = console.addSqlite();
        one.run("SELECT 'together 1'");
        two.run("SELECT 'together 2'");
        two.query("SELECT 'together' FROM nowhere");
        assertThat(all("?search=together").findValuesAsText("connectionId"))
                .containsExactly(two.id(), two.id(), one.id());
        assertThat(all("?search=together&connection=" + one.id())).hasSize(1);
        assertThat(all("?search=together&outcome=failed").findValuesAsText("statement"))
                .containsExactly("SELECT 'together' FROM nowhere");
        assertThat(all("?search=together&origin=http")).hasSize(3);
        assertThat(all("?search=together&origin=window")).isEmpty();
        assertThat(all("?connection=db_none")).isEmpty();
        refusedAt(console.owner().get("/db-connections/history?outcome=perhaps"), "query.outcome");
        refusedAt(console.owner().get("/db-connections/history?origin=WINDOW"), "query.origin");
        assertThat(console.owner().delete("/db-connections/" + one.id()).status())
                .isEqualTo(204);
        assertThat(all("?search=together")).hasSize(3);
    }

    private JsonNode all(String parameters) throws Exception {
        return ok(console.owner().get("/db-connections/history" + parameters));
    }
}
