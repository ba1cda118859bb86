package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.databases.Engine;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ValueApiTest extends DatabaseApiTest {

    private static final int WIDE = 9_000_000;

    @BeforeAll
    void fill() throws Exception {
        postgres.run("CREATE TABLE large (id int PRIMARY KEY, words text, bytes bytea, doc jsonb, number int);"
                + " INSERT INTO large SELECT 1, repeat('é🎉x', " + WIDE / 3 + "), decode(repeat('00ff7f', " + WIDE / 3
                + "), 'hex'), '{\"a\": 1}', 7; INSERT INTO large VALUES (2, '', '', NULL, NULL)");
        sqlite.run("CREATE TABLE large (id INTEGER PRIMARY KEY, words TEXT, bytes BLOB, doc TEXT, number INTEGER);"
                + " INSERT INTO large VALUES (2, '', x'', NULL, NULL)");
        String file = sqlite.get("").json().path("path").asText();
        // Longer values than a statement through the console may hold.
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement()) {
            statement.execute(
                    "INSERT INTO large VALUES (1, replace(hex(zeroblob(" + WIDE / 6 + ")), '0', 'é🎉x'), CAST(replace("
                            + "hex(zeroblob(" + WIDE / 6 + ")), '0', x'01ff7f') AS BLOB), '{\"a\": 1}', 7)");
        }
    }

    private Reply value(Engine engine, String pk, String column) throws Exception {
        return on(engine)
                .get("/tables/" + engine.defaultSchema() + "/large/rows/value?pk=" + ConnectionClient.escape(pk)
                        + "&column=" + column);
    }

    @ParameterizedTest
    @EnumSource
    void streamsALargeTextWhole(Engine engine) throws Exception {
        Reply reply = value(engine, "{\"id\":1}", "words");
        assertThat(reply.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
        assertThat(reply.body()).isEqualTo("é🎉x".repeat(WIDE / 3));
        assertThat(value(engine, "{\"id\":1}", "number").body()).isEqualTo("7");
        assertThat(value(engine, "{\"id\":1}", "doc").body()).isEqualTo("{\"a\": 1}");
        assertThat(value(engine, "{\"id\":2}", "words").body()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void streamsLargeBytesWhole(Engine engine) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + console.port() + "/api/v1"
                    + on(engine).path() + "/tables/" + engine.defaultSchema()
                    + "/large/rows/value?pk=%7B%22id%22%3A1%7D&column=bytes");
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .header("Authorization", "Bearer " + console.ownerToken())
                    .build();
            var answer = http.send(request, BodyHandlers.ofByteArray());
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/octet-stream");
            byte[] body = answer.body();
            assertThat(body).hasSize(WIDE);
            assertThat(body[WIDE - 2]).isEqualTo((byte) 0xff);
            assertThat(body[WIDE - 1]).isEqualTo((byte) 0x7f);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotThereIsNotFound(Engine engine) throws Exception {
        refused(value(engine, "{\"id\":2}", "doc"), 404, "not_found");
        refused(value(engine, "{\"id\":99}", "words"), 404, "not_found");
        refused(
                on(engine).get("/tables/" + engine.defaultSchema() + "/nowhere/rows/value?pk=%7B%7D&column=a"),
                404,
                "not_found");
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatNamesNoValue(Engine engine) throws Exception {
        refusedAt(value(engine, "{\"id\":1}", "nowhere"), "query.column");
        for (String pk : List.of(
                "{}",
                "[]",
                "1",
                "x",
                "{\"id\":null}",
                "{\"id\":{}}",
                "{\"id\":1,\"words\":\"x\"}",
                "{\"id\":1",
                "{\"ID\":1}",
                "{\"id\":1}}",
                "{\"id\":1} x")) {
            refusedAt(value(engine, pk, "words"), "query.pk");
        }
        refusedAt(value(engine, "", "words"), "query.pk");
        refusedAt(value(engine, "{\"id\":1}", ""), "query.column");
    }

    @Test
    void readsByRowidAndFromTablesOfAnyName() throws Exception {
        sqlite.run("CREATE TABLE \"k/l\" (a TEXT); INSERT INTO \"k/l\" VALUES ('found')");
        Reply reply = sqlite.get("/tables/main/k%2Fl/rows/value?pk=%7B%22rowid%22%3A1%7D&column=a");
        assertThat(reply.body()).isEqualTo("found");
    }
}
