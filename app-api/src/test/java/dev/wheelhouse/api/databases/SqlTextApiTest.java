package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.databases.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Formatting and completion. */
class SqlTextApiTest extends DatabaseApiTest {

    @BeforeAll
    void fill() throws Exception {
        for (Engine engine : Engine.values()) {
            on(engine).run("CREATE TABLE customer (id INTEGER PRIMARY KEY, \"full name\" TEXT)");
        }
    }

    private JsonNode complete(Engine engine, Map<String, ?> body) throws Exception {
        return ok(on(engine).post("/completion", body));
    }

    private static List<String> texts(JsonNode proposals) {
        List<String> texts = new ArrayList<>();
        proposals.path("items").forEach(item -> texts.add(item.path("text").asText()));
        return texts;
    }

    @ParameterizedTest
    @EnumSource
    void laysOutWithoutChangingAToken(Engine engine) throws Exception {
        JsonNode laid =
                ok(on(engine).post("/format", Map.of("sql", "select id,\"full name\" from customer where id=1")));
        assertThat(laid.path("sql").asText())
                .contains("\n")
                .matches(text -> text.replaceAll("\\s", "").equals("selectid,\"fullname\"fromcustomerwhereid=1"));
        assertThat(ok(on(engine).post("/format", Map.of("sql", "select 'open")))
                        .path("sql")
                        .asText())
                .isEqualTo("select 'open");
        refusedAt(on(engine).post("/format", Map.of()), "sql");
    }

    @ParameterizedTest
    @EnumSource
    void proposesWhatFitsAtTheCaret(Engine engine) throws Exception {
        JsonNode tables = complete(engine, Map.of("sql", "SELECT * FROM cus"));
        assertThat(texts(tables)).first().isEqualTo("customer");
        assertThat(tables.path("from").asInt()).isEqualTo(14);
        assertThat(tables.path("to").asInt()).isEqualTo(17);
        assertThat(texts(complete(engine, Map.of("sql", "SELECT  FROM customer", "caret", 7))))
                .contains("id", "\"full name\"");
    }

    @ParameterizedTest
    @EnumSource
    void countsPlacesInCharactersOfTheWholeText(Engine engine) throws Exception {
        String before = "SELECT '🎉🎉'; ";
        String sql = before + "SELECT * FROM cus; SELECT 1";
        int caret = (before + "SELECT * FROM cus").codePointCount(0, (before + "SELECT * FROM cus").length());
        JsonNode found = complete(engine, Map.of("sql", sql, "caret", caret));
        assertThat(found.path("to").asInt()).isEqualTo(caret);
        assertThat(found.path("from").asInt()).isEqualTo(caret - 3);
        assertThat(texts(found)).first().isEqualTo("customer");
        assertThat(texts(complete(engine, Map.of("sql", "SELECT 1; SEL")))).contains("SELECT");
        refusedAt(on(engine).post("/completion", Map.of("sql", "🎉", "caret", 2)), "caret");
        refusedAt(on(engine).post("/completion", Map.of("sql", "🎉", "caret", -1)), "caret");
    }
}
