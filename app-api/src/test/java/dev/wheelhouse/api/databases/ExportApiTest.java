package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.core.databases.Engine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExportApiTest extends DatabaseApiTest {

    @BeforeAll
    void fill() throws Exception {
        for (Engine engine : Engine.values()) {
            on(engine)
                    .run("CREATE TABLE sold (id INTEGER PRIMARY KEY, name TEXT, price NUMERIC,"
                            + " twice NUMERIC GENERATED ALWAYS AS (price * 2) STORED)");
            on(engine)
                    .run("INSERT INTO sold (id, name, price) VALUES (1,'a,b',1.5),(2,'qu\"ote',2),(3,'two\n"
                            + "lines',NULL),(4,'',0),(5,NULL,5),(6,'é🎉',6)");
        }
    }

    private Reply export(Engine engine, Map<String, ?> body) throws Exception {
        return on(engine).post("/export", body);
    }

    @Test
    void csvHasTheBytesOfCopy() throws Exception {
        String copied = database.copyOut("COPY (SELECT * FROM sold ORDER BY id) TO STDOUT (FORMAT csv, HEADER)");
        // RFC 4180 ends records as the network does; line ends inside of values stay.
        String expected = copied.replace("\n", "\r\n").replace("two\r\nlines", "two\nlines");
        Reply table = export(Engine.POSTGRESQL, Map.of("table", "sold", "format", "csv"));
        assertThat(table.body()).isEqualTo(expected);
        assertThat(table.header("Content-Type")).startsWith("text/csv");
        assertThat(table.header("Content-Disposition")).isEqualTo("attachment; filename=\"export.csv\"");
        Reply sql = export(Engine.POSTGRESQL, Map.of("sql", "SELECT * FROM sold ORDER BY id", "format", "csv"));
        assertThat(sql.body()).isEqualTo(expected);
        Reply filtered = export(Engine.POSTGRESQL, Map.of("table", "sold", "filters", "id.gte.1", "format", "csv"));
        assertThat(filtered.body()).as("Through COPY or not").isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void everyFormatHoldsEveryRow(Engine engine) throws Exception {
        Reply csv = export(engine, Map.of("table", "sold", "format", "csv", "sort", "-id"));
        assertThat(csv.body()).startsWith("id,name,price,twice\r\n6,é🎉,").contains("1,\"a,b\",1.5", "\"qu\"\"ote\"");
        assertThat(csv.body()).contains("\n4,\"\",0", "\n5,,5");
        Reply json = export(engine, Map.of("table", "sold", "format", "json", "filters", "id.lt.3"));
        assertThat(json.json()).hasSize(2);
        assertThat(json.json().at("/1/name").asText()).isEqualTo("qu\"ote");
        Reply lines = export(engine, Map.of("sql", "SELECT id, name FROM sold ORDER BY id", "format", "ndjson"));
        assertThat(lines.body().lines()).hasSize(6).first().isEqualTo("{\"id\":1,\"name\":\"a,b\"}");
        Reply empty = export(engine, Map.of("table", "sold", "format", "json", "filters", "id.eq.99"));
        assertThat(empty.json()).isEmpty();
        Reply header = export(engine, Map.of("table", "sold", "format", "csv", "filters", "id.eq.99"));
        assertThat(header.body()).isEqualTo("id,name,price,twice\r\n");
    }

    @ParameterizedTest
    @EnumSource
    void insertStatementsRebuildTheTable(Engine engine) throws Exception {
        Reply sql = export(engine, Map.of("table", "sold", "format", "sql"));
        assertThat(sql.body()).doesNotContain("twice");
        String before =
                on(engine).run("SELECT * FROM sold ORDER BY id").path("rows").toString();
        on(engine).run("DELETE FROM sold; " + sql.body());
        assertThat(on(engine).run("SELECT * FROM sold ORDER BY id").path("rows"))
                .hasToString(before);
    }

    @ParameterizedTest
    @EnumSource
    void anErrorBeforeTheFirstByteIsAProblem(Engine engine) throws Exception {
        for (String format : new String[] {"csv", "json", "ndjson", "sql"}) {
            refused(export(engine, Map.of("sql", "SELECT nowhere FROM sold", "format", format)), 400, "sql_error");
            refused(export(engine, Map.of("table", "nowhere", "format", format)), 404, "not_found");
            refused(
                    export(engine, Map.of("table", "sold", "filters", "x.eq.1", "format", format)),
                    422,
                    "validation_failed");
            refused(export(engine, Map.of("table", "sold", "sort", "x", "format", format)), 422, "validation_failed");
        }
        refused(
                export(engine, Map.of("sql", "INSERT INTO sold (id) VALUES (99)", "format", "csv")),
                400,
                "bad_request");
        refused(export(engine, Map.of("sql", "SELECT 1; SELECT 2", "format", "csv")), 400, "bad_request");
        refused(export(engine, Map.of("sql", "DELETE FROM sold", "format", "csv")), 400, "bad_request");
        refusedAt(export(engine, Map.of("format", "csv")), "sql");
        refusedAt(export(engine, Map.of("sql", "SELECT 1", "table", "sold", "format", "csv")), "sql");
        refusedAt(export(engine, Map.of("sql", "SELECT 1", "sort", "id", "format", "csv")), "sql");
        refusedAt(export(engine, Map.of("table", "sold", "format", "xlsx")), "format");
        refusedAt(export(engine, Map.of("table", "sold")), "format");
        refusedAt(export(engine, Map.of("sql", "", "format", "csv")), "sql");
        assertThat(on(engine).value("SELECT count(*) FROM sold").asInt()).isEqualTo(6);
    }

    @Test
    void aWholeTableOfManyRowsComesWhole() throws Exception {
        postgres.run("CREATE TABLE many AS SELECT i AS id, repeat('x', 100) AS a FROM generate_series(1, 100000) AS i");
        Reply csv = export(Engine.POSTGRESQL, Map.of("table", "many", "format", "csv"));
        assertThat(csv.body().lines().count()).isEqualTo(100_001);
        Reply lines = export(Engine.POSTGRESQL, Map.of("sql", "SELECT * FROM many", "format", "ndjson"));
        assertThat(lines.body().lines().count()).isEqualTo(100_000);
    }

    @Test
    void anExportedStatementCannotWrite() throws Exception {
        postgres.run("CREATE FUNCTION change_sold() RETURNS int LANGUAGE sql AS 'DELETE FROM sold; SELECT 1'");
        try (ApiClient reader = console.with("databases:query")) {
            for (String format : List.of("csv", "json")) {
                Map<String, ?> body = Map.of("sql", "SELECT change_sold()", "format", format);
                JsonNode asked = refused(export(Engine.POSTGRESQL, body), 409, "confirmation_required");
                assertThat(asked.at("/statements/0/rule").asText()).isEqualTo("writes");
                refused(postgres.as(reader).post("/export", body), 403, "insufficient_scope");
                assertThat(postgres.value("SELECT count(*) FROM sold").asInt()).isEqualTo(6);
            }
        }
        postgres.run("CREATE TABLE unsold (id int); INSERT INTO unsold VALUES (1);"
                + " CREATE FUNCTION change_unsold() RETURNS int LANGUAGE sql AS 'DELETE FROM unsold; SELECT 1'");
        Map<String, ?> confirmed = Map.of("sql", "SELECT change_unsold()", "format", "csv", "confirm", true);
        assertThat(export(Engine.POSTGRESQL, confirmed).status()).isEqualTo(200);
        assertThat(postgres.value("SELECT count(*) FROM unsold").asInt()).isZero();
    }

    @Test
    void aQuestionMarkAndBracesStayWhatTheyAre() throws Exception {
        Reply reply = export(
                Engine.POSTGRESQL,
                Map.of("sql", "SELECT '{\"a\":1}'::jsonb ? 'a' AS found, '{d 1}' AS braces", "format", "json"));
        assertThat(reply.json()).hasToString("[{\"found\":true,\"braces\":\"{d 1}\"}]");
    }

    @ParameterizedTest
    @EnumSource
    void bindsTheValuesOfAStatement(Engine engine) throws Exception {
        for (String format : List.of("csv", "ndjson")) {
            Reply reply = export(
                    engine,
                    Map.of(
                            "sql",
                            "SELECT name FROM sold WHERE id = :id OR name = :name ORDER BY id",
                            "params",
                            Map.of("id", 1, "name", "qu\"ote"),
                            "format",
                            format));
            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
            assertThat(reply.body()).contains("a,b", "ote").doesNotContain("lines");
        }
        refusedAt(export(engine, Map.of("sql", "SELECT :id", "params", Map.of(), "format", "csv")), "params.id");
        refusedAt(export(engine, Map.of("table", "sold", "params", Map.of("a", 1), "format", "csv")), "params");
    }

    private Reply async(ApiClient client, ConnectionClient connection, Map<String, ?> body) throws Exception {
        return client.send(
                "POST",
                connection.path() + "/export",
                JsonText.of(body),
                Map.of("Content-Type", "application/json", "Prefer", "wait=1, respond-async"));
    }

    @ParameterizedTest
    @EnumSource
    void keepsAnExportWithItsJobWhereTheCallerPrefersThat(Engine engine) throws Exception {
        ApiClient key = console.with("databases:query", "databases:read");
        Map<String, String> wanted = Map.of("table", "sold", "format", "csv");
        Reply accepted = async(key, on(engine), wanted);
        assertThat(accepted.status()).as(accepted.body()).isEqualTo(202);
        assertThat(accepted.header("Preference-Applied")).isEqualTo("respond-async");
        String job = accepted.header("Location").replace("/api/v1", "");
        assertThat(job).isEqualTo("/jobs/" + accepted.json().path("id").asText());
        JsonNode ended = on(engine).as(key).endOf(accepted);
        assertThat(ended.at("/result/rows").asInt()).isEqualTo(6);

        String whole = export(engine, wanted).body();
        Reply file = key.get(job + "/file");
        assertThat(file.body()).isEqualTo(whole);
        assertThat(file.header("Content-Type")).startsWith("text/csv");
        assertThat(file.header("Content-Disposition")).isEqualTo("attachment; filename=\"sold.csv\"");
        assertThat(file.header("Content-Length"))
                .isEqualTo(String.valueOf(whole.getBytes(StandardCharsets.UTF_8).length));
        String tag = file.header("ETag");
        Reply rest = key.send("GET", job + "/file", "", Map.of("Range", "bytes=20-", "If-Range", tag));
        assertThat(rest.status()).isEqualTo(206);
        assertThat(rest.body()).isEqualTo(whole.substring(20));
        assertThat(rest.header("Content-Range")).startsWith("bytes 20-");
        Reply changed = key.send("GET", job + "/file", "", Map.of("Range", "bytes=20-", "If-Range", "\"other\""));
        assertThat(changed.body()).isEqualTo(whole);
        Reply behind = key.send("GET", job + "/file", "", Map.of("Range", "bytes=100000-"));
        refused(behind, 416, "range_not_satisfiable");
        assertThat(behind.header("Content-Range")).isEqualTo("bytes */" + file.header("Content-Length"));
        Reply known = key.send("GET", job + "/file", "", Map.of("If-None-Match", "W/\"x\", " + tag));
        assertThat(known.status()).isEqualTo(304);
        assertThat(known.header("ETag")).isEqualTo(tag);

        ApiClient other = console.with("databases:query", "databases:read");
        assertThat(other.get(job).status()).as("its job is seen").isEqualTo(200);
        refused(other.get(job + "/file"), 403, "insufficient_scope");
        assertThat(console.owner().get(job + "/file").body()).isEqualTo(whole);
        refused(console.owner().get("/jobs/job_01jgpz9w3v8t5x2m4n6q7r9s0a/file"), 404, "not_found");
    }

    @Test
    void failsTheJobOfAnExportThatTheDatabaseRefuses() throws Exception {
        Reply accepted = async(console.owner(), postgres, Map.of("sql", "SELECT nowhere FROM sold", "format", "csv"));
        String job = "/jobs/" + accepted.json().path("id").asText();
        assertThat(postgres.endOf(accepted).path("error").asText()).contains("nowhere");
        refused(console.owner().get(job + "/file"), 404, "not_found");
        refused(async(console.owner(), postgres, Map.of("format", "csv")), 422, "validation_failed");
    }
}
