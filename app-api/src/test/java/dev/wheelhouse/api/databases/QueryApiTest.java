package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.core.databases.Engine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryApiTest extends DatabaseApiTest {

    @Test
    void givesEveryPostgresTypeItsJson() throws Exception {
        JsonNode result = postgres.run("""
                SELECT 1::int2 AS small, 9007199254740991 AS safe, 9007199254740993 AS large, 1.50::numeric(9,2) AS price,
                    'NaN'::float8 AS nan, true AS yes, '\\xDEAD'::bytea AS bytes, NULL::text AS nothing,
                    '2026-01-02 03:04:05.678901+02'::timestamptz AS at, DATE 'infinity' AS never, INTERVAL '1 day' AS day,
                    '{"b":1,"a":12345678901234567890}'::jsonb AS doc, '{"a":1, "a":2}'::json AS raw,
                    ARRAY[[1,2],[3,NULL]] AS grid, 'שלום 🎉' AS text""");
        JsonNode row = result.at("/rows/0");
        assertThat(row.path("small").isInt()).isTrue();
        assertThat(row.path("safe").asLong()).isEqualTo(9007199254740991L);
        assertThat(row.path("large").textValue()).isEqualTo("9007199254740993");
        assertThat(row.path("price").textValue()).isEqualTo("1.50");
        assertThat(row.path("nan").textValue()).isEqualTo("NaN");
        assertThat(row.path("yes").isBoolean()).isTrue();
        assertThat(row.path("bytes").textValue()).isEqualTo("\\xdead");
        assertThat(row.path("nothing").isNull()).isTrue();
        assertThat(row.path("at").textValue()).isEqualTo("2026-01-02T01:04:05.678901Z");
        assertThat(row.path("never").textValue()).isEqualTo("infinity");
        assertThat(row.path("day").textValue()).isEqualTo("1 day");
        assertThat(row.path("doc").path("a").bigIntegerValue()).isEqualTo("12345678901234567890");
        assertThat(row.path("grid")).hasToString("[[1,2],[3,null]]");
        assertThat(row.path("text").textValue()).isEqualTo("שלום 🎉");
        assertThat(result.path("fields").findValuesAsText("dataType"))
                .startsWith("smallint", "bigint", "bigint", "numeric(9,2)", "double precision", "boolean", "bytea");
    }

    @Test
    void givesEverySqliteValueTheJsonOfItsStorageClass() throws Exception {
        JsonNode row = sqlite.run("""
                        SELECT 1 AS whole, 1.5 AS fraction, 'a' AS text, x'DEAD' AS bytes, NULL AS absent,
                            9223372036854775807 AS large""").at("/rows/0");
        assertThat(row.path("whole").isInt()).isTrue();
        assertThat(row.path("fraction").asDouble()).isEqualTo(1.5);
        assertThat(row.path("text").textValue()).isEqualTo("a");
        assertThat(row.path("bytes").textValue()).isEqualTo("\\xdead");
        assertThat(row.path("absent").isNull()).isTrue();
        assertThat(row.path("large").asText()).isEqualTo("9223372036854775807");
    }

    @ParameterizedTest
    @EnumSource
    void keepsColumnsOfOneNameApart(Engine engine) throws Exception {
        JsonNode result = on(engine).run("SELECT 1 AS a, 2 AS a, 3 AS b, 4 AS a");
        assertThat(result.path("fields").findValuesAsText("name")).containsExactly("a", "a_2", "b", "a_3");
        assertThat(result.at("/rows/0")).hasToString("{\"a\":1,\"a_2\":2,\"b\":3,\"a_3\":4}");
    }

    @ParameterizedTest
    @EnumSource
    void tellsWhatEachKindOfStatementDid(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        JsonNode ddl = connection.run("CREATE TABLE kinds (id INTEGER PRIMARY KEY, a TEXT)");
        assertThat(ddl.path("command").asText()).isEqualTo("CREATE");
        assertThat(ddl.path("rowCount").asInt()).isZero();
        assertThat(ddl.path("fields")).isEmpty();
        JsonNode inserted = connection.run("INSERT INTO kinds VALUES (1,'a'),(2,'b'),(3,'c')");
        assertThat(inserted.path("rowCount").asInt()).isEqualTo(3);
        assertThat(inserted.path("command").asText()).isEqualTo("INSERT");
        assertThat(inserted.path("truncated").asBoolean()).isFalse();
        JsonNode returning = connection.run("UPDATE kinds SET a = 'x' WHERE id > 1 RETURNING id");
        assertThat(returning.path("rows")).hasToString("[{\"id\":2},{\"id\":3}]");
        assertThat(returning.path("command").asText()).isEqualTo("UPDATE");
        JsonNode with = connection.run("WITH x AS (SELECT 1 AS one) SELECT * FROM x");
        assertThat(with.path("command").asText()).isEqualTo("SELECT");
        JsonNode none = connection.run("SELECT * FROM kinds WHERE id = 99");
        assertThat(none.path("rows")).isEmpty();
        assertThat(none.path("fields")).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void runsSeveralStatementsInOneTransactionAndAnswersForTheLast(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        JsonNode result = connection.run("""
                CREATE TABLE several (id INTEGER PRIMARY KEY);
                INSERT INTO several VALUES (1), (2); -- a comment ; with a semicolon
                SELECT id, ';' AS semicolon FROM several ORDER BY id;
                """);
        assertThat(result.path("rowCount").asInt()).isEqualTo(2);
        assertThat(result.at("/rows/1/id").asInt()).isEqualTo(2);
        assertThat(result.path("statements").findValuesAsText("command")).containsExactly("CREATE", "INSERT", "SELECT");
        assertThat(result.path("statements").findValuesAsText("rowCount")).containsExactly("0", "2", "2");
        assertThat(result.has("notices")).isFalse();
        assertThat(connection.run("SELECT 1").has("statements")).isFalse();
    }

    @Test
    void tellsWhatTheServerSaysBesideItsResults() throws Exception {
        postgres.run("""
                CREATE FUNCTION chat(text) RETURNS int LANGUAGE plpgsql AS
                    'BEGIN RAISE NOTICE ''% said'', $1; RETURN 1; END'""");
        JsonNode result = postgres.run("SELECT chat('first'); SELECT chat('second') FROM generate_series(1, 2)");
        assertThat(result.path("notices")).hasToString("[\"first said\",\"second said\",\"second said\"]");
        assertThat(postgres.run("SELECT chat('y'); SELECT chat('x') FROM generate_series(1, 200)")
                        .path("notices"))
                .hasSize(100);
    }

    @ParameterizedTest
    @EnumSource
    void theFirstErrorUndoesAllAndNamesItsPlace(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        connection.run("CREATE TABLE undone (id INTEGER PRIMARY KEY)");
        JsonNode problem = refused(
                connection.query(
                        "INSERT INTO undone VALUES (1);\nINSERT INTO undone VALUES (2);\nSELECT nowhere FROM undone;"),
                400,
                "sql_error");
        assertThat(problem.at("/sql/statement").asInt()).isEqualTo(2);
        assertThat(problem.path("detail").asText()).startsWith("Statement 3: ").contains("nowhere");
        assertThat(connection.value("SELECT count(*) FROM undone").asInt()).isZero();
        if (engine == Engine.POSTGRESQL) {
            assertThat(problem.at("/sql/state").asText()).isEqualTo("42703");
            assertThat(problem.at("/sql/line").asInt()).isEqualTo(3);
            assertThat(problem.at("/sql/position").asInt()).isEqualTo(70);
        }
    }

    @Test
    void placesAnErrorBehindEmojiAndParameters() throws Exception {
        String sql = "SELECT '🎉🎉', :a::int;\nSELECT :a::int, misspelt FROM pg_class";
        JsonNode problem = refused(postgres.query(Map.of("sql", sql, "params", Map.of("a", 1))), 400, "sql_error");
        int position = sql.codePointCount(0, sql.indexOf("misspelt")) + 1;
        assertThat(problem.at("/sql/position").asInt()).isEqualTo(position);
        assertThat(problem.at("/sql/line").asInt()).isEqualTo(2);
    }

    @Test
    void passesTheServersHintDetailAndConstraintOn() throws Exception {
        postgres.run("CREATE TABLE hinted (customer_name text, id int CONSTRAINT positive CHECK (id > 0))");
        JsonNode hint = refused(postgres.query("SELECT custmer_name FROM hinted"), 400, "sql_error");
        assertThat(hint.at("/sql/hint").asText()).contains("customer_name");
        JsonNode check = refused(postgres.query("INSERT INTO hinted VALUES ('a', -1)"), 400, "sql_error");
        assertThat(check.at("/sql/constraint").asText()).isEqualTo("positive");
        assertThat(check.at("/sql/detail").asText()).contains("-1");
        assertThat(check.at("/sql/state").asText()).isEqualTo("23514");
    }

    @ParameterizedTest
    @EnumSource
    void rollsBackATransactionThatIsLeftOpen(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        connection.run("CREATE TABLE half_done (id INTEGER PRIMARY KEY)");
        refused(connection.query("BEGIN; INSERT INTO half_done VALUES (1)"), 400, "transaction_left_open");
        assertThat(connection.value("SELECT count(*) FROM half_done").asInt()).isZero();
        assertThat(connection
                        .query("BEGIN; INSERT INTO half_done VALUES (1); COMMIT")
                        .status())
                .isEqualTo(200);
        assertThat(connection.value("SELECT count(*) FROM half_done").asInt()).isEqualTo(1);
        assertThat(connection
                        .query("BEGIN; INSERT INTO half_done VALUES (2); ROLLBACK; SELECT 1")
                        .status())
                .isEqualTo(200);
        assertThat(connection.value("SELECT count(*) FROM half_done").asInt()).isEqualTo(1);
        refused(connection.query("BEGIN; SELECT nowhere"), 400, "sql_error");
        assertThat(connection.value("SELECT 1").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void savepointsWorkInsideTheTransaction(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        connection.run("CREATE TABLE saved (id INTEGER PRIMARY KEY)");
        connection.run("INSERT INTO saved VALUES (1); SAVEPOINT a; INSERT INTO saved VALUES (2); ROLLBACK TO a;"
                + " INSERT INTO saved VALUES (3)");
        assertThat(connection.run("SELECT id FROM saved ORDER BY id").path("rows"))
                .hasToString("[{\"id\":1},{\"id\":3}]");
    }

    @ParameterizedTest
    @EnumSource
    void refusesToMixWhatMustRunAlone(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        assertThat(connection.query("VACUUM").status()).isEqualTo(200);
        JsonNode refusal = refused(connection.query("SELECT 1; VACUUM"), 400, "bad_request");
        assertThat(refusal.path("detail").asText()).contains("Statement 2 (VACUUM)");
    }

    @ParameterizedTest
    @EnumSource
    void bindsParametersByNameAndByNumber(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        String cast = engine == Engine.POSTGRESQL ? "::text" : "";
        Reply named = connection.query(Map.of(
                "sql",
                "SELECT :a" + cast + " AS a, ':a' AS b, :b" + cast + " AS c, :a" + cast + " AS d -- :c",
                "params",
                Map.of("a", "it's; --", "b", "ü")));
        assertThat(ok(named).at("/rows/0"))
                .hasToString("{\"a\":\"it's; --\",\"b\":\":a\",\"c\":\"ü\",\"d\":\"it's; --\"}");
        Reply numbered = connection.query(
                Map.of("sql", "SELECT $2" + cast + " AS a, $1" + cast + " AS b", "params", List.of("first", "second")));
        assertThat(ok(numbered).at("/rows/0")).hasToString("{\"a\":\"second\",\"b\":\"first\"}");
        Reply nulls = connection.query(
                JsonText.map("sql", "SELECT :a" + cast + " IS NULL AS a", "params", JsonText.map("a", null)));
        assertThat(ok(nulls).at("/rows/0/a").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void refusesParametersThatDoNotFit(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        refusedAt(connection.query(Map.of("sql", "SELECT :a", "params", Map.of())), "params.a");
        refusedAt(connection.query(Map.of("sql", "SELECT 1", "params", Map.of("b", 1))), "params.b");
        refusedAt(connection.query(Map.of("sql", "SELECT $2", "params", List.of(1))), "params.2");
        refusedAt(connection.query(Map.of("sql", "SELECT 1", "params", "a")), "params");
        refusedAt(connection.query(Map.of("sql", "SELECT 1", "params", 7)), "params");
    }

    @Test
    void aQuestionMarkStaysAnOperatorBesideParameters() throws Exception {
        String sql = "SELECT '{\"a\":1}'::jsonb ? 'a' AS found, '{\"b\":1}'::jsonb ?| array[:x] AS other";
        assertThat(ok(postgres.query(Map.of("sql", sql, "params", Map.of("x", "b"))))
                        .at("/rows/0"))
                .hasToString("{\"found\":true,\"other\":true}");
        assertThat(postgres.value("SELECT '{\"a\":1}'::jsonb ? 'a'").asBoolean())
                .isTrue();
        assertThat(postgres.value("SELECT (ARRAY[1,2,3])[2:3]")).hasToString("[2,3]");
    }

    @Test
    void bindsParametersAsTheTypeOfTheirPlace() throws Exception {
        postgres.run("CREATE TABLE typed (n int, d jsonb, t timestamptz, a int[], b bytea)");
        Reply inserted = postgres.query(Map.of(
                "sql",
                "INSERT INTO typed VALUES (:n, :d, :t, :a, :b) RETURNING *",
                "params",
                Map.of("n", 7, "d", Map.of("k", 1), "t", "2026-01-02T03:04:05Z", "a", List.of(1, 2), "b", "\\x00ff")));
        assertThat(ok(inserted).at("/rows/0"))
                .hasToString(
                        "{\"n\":7,\"d\":{\"k\":1},\"t\":\"2026-01-02T03:04:05Z\",\"a\":[1,2],\"b\":\"\\\\x00ff\"}");
        Reply wrong = postgres.query(Map.of("sql", "SELECT :n::int", "params", Map.of("n", "seven")));
        refused(wrong, 400, "sql_error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "-- only a comment", "/* */;;", ";"})
    void refusesATextWithoutStatement(String sql) throws Exception {
        refusedAt(postgres.query(sql), "sql");
        refusedAt(sqlite.query(sql), "sql");
    }

    @Test
    void refusesWhatOnlyACommandLineCanDo() throws Exception {
        postgres.run("CREATE TABLE loaded (a int)");
        JsonNode copy = refused(postgres.query("COPY loaded FROM STDIN"), 400, "bad_request");
        assertThat(copy.path("detail").asText()).contains("Statement 1 (COPY)");
        refused(postgres.query("\\d loaded"), 400, "bad_request");
        refused(postgres.query("SELECT 1;\n\\copy loaded from 'x'"), 400, "bad_request");
        refused(sqlite.query(".tables"), 400, "bad_request");
        refused(sqlite.query("ATTACH '" + console.home().resolve("state.db") + "' AS s"), 400, "bad_request");
        refused(sqlite.query("SELECT 1; ATTACH 'x' AS s; SELECT * FROM s.api_key"), 400, "bad_request");
    }

    @Test
    void aCopyToStdoutIsSentToTheExport() throws Exception {
        JsonNode refusal = refused(postgres.query("COPY (SELECT 1) TO STDOUT"), 400, "bad_request");
        assertThat(refusal.path("detail").asText()).contains("Export");
    }

    @Test
    void nothingOfOneCallIsLeftForTheNext() throws Exception {
        postgres.run("SET search_path = pg_catalog; SET TimeZone = 'Asia/Tokyo'; CREATE TEMP TABLE left_over (a int);"
                + " SELECT pg_advisory_lock(7)");
        for (int i = 0; i < 3; i++) {
            assertThat(postgres.value("SHOW TimeZone").asText()).isEqualTo("UTC");
            assertThat(postgres.value("SELECT to_regclass('left_over') IS NULL").asBoolean())
                    .isTrue();
            assertThat(postgres.value("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
                            .asInt())
                    .isZero();
        }
        sqlite.run("CREATE TEMP TABLE left_over (a)");
        refused(sqlite.query("SELECT * FROM temp.left_over"), 400, "sql_error");
    }
}
