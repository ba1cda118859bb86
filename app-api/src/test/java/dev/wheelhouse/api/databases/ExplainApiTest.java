package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.databases.Engine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExplainApiTest extends DatabaseApiTest {

    @BeforeAll
    void fill() throws Exception {
        for (Engine engine : Engine.values()) {
            on(engine).run("CREATE TABLE planned (id INTEGER PRIMARY KEY, a TEXT)");
            on(engine).run("INSERT INTO planned VALUES (1, 'x')");
        }
    }

    @Test
    void givesPostgresqlsPlan() throws Exception {
        JsonNode plan = ok(postgres.post("/explain", Map.of("sql", "SELECT * FROM planned WHERE id = 1")));
        assertThat(plan.path("engine").asText()).isEqualTo("postgresql");
        assertThat(plan.path("analyzed").asBoolean()).isFalse();
        assertThat(plan.at("/plan/0/Plan/Node Type").asText()).contains("Scan");
        assertThat(plan.at("/plan/0/Plan").has("Actual Rows")).isFalse();
        JsonNode measured = ok(postgres.post("/explain", Map.of("sql", "SELECT * FROM planned", "analyze", true)));
        assertThat(measured.at("/plan/0/Plan/Actual Rows").asInt()).isEqualTo(1);
    }

    @Test
    void givesSqlitesSteps() throws Exception {
        JsonNode plan = ok(sqlite.post("/explain", Map.of("sql", "SELECT * FROM planned WHERE id = 1")));
        assertThat(plan.path("engine").asText()).isEqualTo("sqlite");
        assertThat(plan.at("/plan/0/detail").asText()).startsWith("SEARCH planned");
        refusedAt(sqlite.post("/explain", Map.of("sql", "SELECT 1", "analyze", true)), "analyze");
    }

    @ParameterizedTest
    @EnumSource
    void explainsAChangeWithoutMakingIt(Engine engine) throws Exception {
        ok(on(engine).post("/explain", Map.of("sql", "DELETE FROM planned")));
        assertThat(on(engine).value("SELECT count(*) FROM planned").asInt()).isEqualTo(1);
    }

    @Test
    void measuringAChangeIsJudgedAsTheChangeAndRolledBack() throws Exception {
        Map<String, Object> measure = Map.of("sql", "DELETE FROM planned", "analyze", true);
        refused(postgres.post("/explain", measure), 409, "confirmation_required");
        Map<String, Object> confirmed = Map.of("sql", "DELETE FROM planned", "analyze", true, "confirm", true);
        JsonNode plan = ok(postgres.post("/explain", confirmed));
        assertThat(plan.at("/plan/0/Plan/Node Type").asText()).isEqualTo("ModifyTable");
        assertThat(postgres.value("SELECT count(*) FROM planned").asInt()).isEqualTo(1);
        try (ApiClient reader = console.with("databases:read", "databases:query")) {
            refused(postgres.as(reader).post("/explain", confirmed), 403, "insufficient_scope");
            ok(postgres.as(reader).post("/explain", Map.of("sql", "DELETE FROM planned")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatHasNoPlan(Engine engine) throws Exception {
        refusedAt(on(engine).post("/explain", Map.of("sql", "SELECT 1; SELECT 2")), "sql");
        refusedAt(on(engine).post("/explain", Map.of("sql", "")), "sql");
        refusedAt(on(engine).post("/explain", Map.of("sql", "EXPLAIN SELECT 1")), "sql");
        refused(on(engine).post("/explain", Map.of("sql", "SELECT nowhere FROM planned")), 400, "sql_error");
        for (int timeout : new int[] {0, -1, 3_600_001}) {
            refusedAt(on(engine).post("/explain", Map.of("sql", "SELECT 1", "timeoutMs", timeout)), "timeoutMs");
        }
    }

    @Test
    void placesAnErrorInTheTextAsSubmitted() throws Exception {
        JsonNode problem = refused(
                postgres.post("/explain", Map.of("sql", "\n\n  SELECT nowhere FROM planned")), 400, "sql_error");
        assertThat(problem.at("/sql/line").asInt()).isEqualTo(3);
        assertThat(problem.at("/sql/position").asInt()).isEqualTo(12);
    }

    @Test
    void explainIsNoWayToRunSomethingElse() throws Exception {
        for (String sql : new String[] {
            "ANALYZE DELETE FROM planned", "(ANALYZE) DELETE FROM planned", "VERBOSE SELECT 1", "ANALYZE SELECT 1"
        }) {
            var reply = postgres.post("/explain", Map.of("sql", sql));
            assertThat(reply.status()).as(sql + reply.body()).isBetween(400, 422);
        }
        assertThat(postgres.value("SELECT count(*) FROM planned").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void plansAStatementWithItsValues(Engine engine) throws Exception {
        JsonNode plan = ok(on(engine)
                .post("/explain", Map.of("sql", "SELECT * FROM planned WHERE id = :id", "params", Map.of("id", 1))));
        assertThat(plan.path("plan").toString()).contains("planned");
        ok(on(engine)
                .post(
                        "/explain",
                        Map.of("sql", "DELETE FROM planned WHERE id = $1 AND a = $2", "params", List.of(1, "x"))));
        refusedAt(on(engine).post("/explain", Map.of("sql", "SELECT :a", "params", Map.of("b", 1))), "params.a");
        refusedAt(on(engine).post("/explain", Map.of("sql", "SELECT 1", "params", Map.of("b", 1))), "params.b");
    }

    @Test
    void measuresAndPlacesErrorsWithValues() throws Exception {
        JsonNode measured = ok(postgres.post(
                "/explain",
                Map.of("sql", "SELECT * FROM planned WHERE a = :a", "params", Map.of("a", "x"), "analyze", true)));
        assertThat(measured.at("/plan/0/Plan/Actual Rows").asInt()).isEqualTo(1);
        JsonNode problem = refused(
                postgres.post(
                        "/explain",
                        Map.of("sql", "SELECT :long_name, nowhere FROM planned", "params", Map.of("long_name", "x"))),
                400,
                "sql_error");
        assertThat(problem.at("/sql/position").asInt()).isEqualTo(20);
    }
}
