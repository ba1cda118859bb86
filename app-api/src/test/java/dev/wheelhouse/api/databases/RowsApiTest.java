package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.databases.Engine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowsApiTest extends DatabaseApiTest {

    @BeforeAll
    void fill() throws Exception {
        for (Engine engine : Engine.values()) {
            on(engine).run("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, city TEXT)");
            StringBuilder values = new StringBuilder();
            for (int i = 1; i <= 25; i++) {
                values.append(i == 1 ? "" : ",")
                        .append("(")
                        .append(i)
                        .append(",'name ")
                        .append(i)
                        .append("',")
                        .append(i % 4 == 0 ? "NULL" : Integer.toString(i % 5))
                        .append(i % 2 == 0 ? ",'Ávila')" : ",'x,y')");
            }
            on(engine).run("INSERT INTO person VALUES " + values);
        }
    }

    private JsonNode page(Engine engine, String... parameters) throws Exception {
        return ok(on(engine).rows(engine.defaultSchema(), "person", parameters));
    }

    private static List<Integer> ids(JsonNode page) {
        List<Integer> ids = new ArrayList<>();
        page.path("rows").forEach(row -> ids.add(row.path("id").asInt()));
        return ids;
    }

    @ParameterizedTest
    @EnumSource
    void pagesByOffset(Engine engine) throws Exception {
        JsonNode first = page(engine);
        assertThat(first.path("rows")).hasSize(25);
        assertThat(first.path("primaryKey")).hasToString("[\"id\"]");
        assertThat(first.at("/page/limit").asInt()).isEqualTo(100);
        assertThat(first.at("/page/hasMore").asBoolean()).isFalse();
        assertThat(first.path("page").has("next")).isFalse();
        JsonNode middle = page(engine, "limit", "10", "offset", "10");
        assertThat(ids(middle)).containsExactly(11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
        assertThat(middle.at("/page/hasMore").asBoolean()).isTrue();
        assertThat(middle.at("/page/offset").asInt()).isEqualTo(10);
        JsonNode exact = page(engine, "limit", "25");
        assertThat(exact.at("/page/hasMore").asBoolean()).isFalse();
        assertThat(page(engine, "offset", "2147483647").path("rows")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatIsOutOfBounds(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        String schema = engine.defaultSchema();
        for (String limit : List.of("0", "1001", "-1", "x", "", "1.0", "99999999999999999999")) {
            refusedAt(connection.rows(schema, "person", "limit", limit), "query.limit");
        }
        for (String offset : List.of("-1", "x", "99999999999999999999")) {
            refusedAt(connection.rows(schema, "person", "offset", offset), "query.offset");
        }
        refusedAt(connection.rows(schema, "person", "sort", "x".repeat(201)), "query.sort");
        refusedAt(connection.rows(schema, "person", "filters", "x".repeat(2001)), "query.filters");
        refusedAt(connection.rows(schema, "person", "sort", "nowhere"), "query.sort");
        refusedAt(connection.rows(schema, "person", "filters", "nowhere.eq.1"), "query.filters");
        refusedAt(connection.rows(schema, "person", "filters", "age.eq.null"), "query.filters");
        refusedAt(connection.rows(schema, "person", "filters", "age.is.1"), "query.filters");
        refusedAt(connection.rows(schema, "person", "filters", "age.eq"), "query.filters");
        refusedAt(connection.rows(schema, "person", "filters", "or(age.eq.1"), "query.filters");
        refusedAt(connection.rows(schema, "person", "filters", "[{\"column\":\"age\"}]"), "query.filters");
        refusedAt(connection.rows(schema, "person", "filters", "{\"age\":"), "query.filters");
        refusedAt(connection.rows(schema, "person", "after", "nonsense"), "query.after");
        refusedAt(connection.rows(schema, "person", "before", "bm9uc2Vuc2U"), "query.before");
        assertThat(connection.rows(schema, "person", "wrong", "1").status()).isEqualTo(422);
    }

    @ParameterizedTest
    @EnumSource
    void filtersInBothForms(Engine engine) throws Exception {
        assertThat(ids(page(engine, "filters", "id.lte.3"))).containsExactly(1, 2, 3);
        assertThat(ids(page(engine, "filters", "id.in.(3,\"5\",99),not.id.eq.5")))
                .containsExactly(3);
        assertThat(ids(page(engine, "filters", "or(id.eq.1,and(id.gt.22,age.is.null))")))
                .containsExactly(1, 24);
        assertThat(ids(page(engine, "filters", "city.eq.\"x,y\",id.lt.4"))).containsExactly(1, 3);
        assertThat(ids(page(engine, "filters", "name.like.name 2*"))).hasSize(7);
        assertThat(ids(page(engine, "filters", "name.contains.25"))).containsExactly(25);
        assertThat(ids(page(engine, "filters", "city.startswith.Á,id.lt.3"))).containsExactly(2);
        assertThat(ids(page(engine, "filters", "age.isdistinct.1,id.lt.5"))).containsExactly(2, 3, 4);
        assertThat(ids(page(engine, "filters", "{\"id\":[1,2],\"age\":1}"))).containsExactly(1);
        assertThat(ids(page(
                        engine,
                        "filters",
                        "[{\"column\":\"age\",\"op\":\"is.null\"},{\"column\":\"id\",\"op\":\"lt\",\"value\":9}]")))
                .containsExactly(4, 8);
    }

    @ParameterizedTest
    @EnumSource
    void sortsWithNullsWhereAsked(Engine engine) throws Exception {
        assertThat(ids(page(engine, "sort", "-id", "limit", "3"))).containsExactly(25, 24, 23);
        assertThat(ids(page(engine, "sort", "age.desc.nullslast,id.desc", "limit", "2")))
                .containsExactly(19, 14);
        assertThat(ids(page(engine, "sort", "age.asc.nullsfirst", "limit", "2")))
                .containsExactly(4, 8);
        assertThat(ids(page(engine, "sort", "city,-id", "filters", "id.lte.3")).size())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void pagesByKeyInBothDirectionsWithoutGapsOrRepeats(Engine engine) throws Exception {
        for (String sort : List.of("", "age.desc.nullslast", "city,-age", "name.desc")) {
            List<Integer> all = ids(page(engine, "sort", sort));
            List<Integer> forward = new ArrayList<>();
            JsonNode page = page(engine, "sort", sort, "limit", "4");
            forward.addAll(ids(page));
            JsonNode last = page;
            while (page.path("page").has("next")) {
                page = page(
                        engine,
                        "sort",
                        sort,
                        "limit",
                        "4",
                        "after",
                        page.at("/page/next").asText());
                forward.addAll(ids(page));
                last = page;
            }
            assertThat(forward).as("forward by '%s'", sort).isEqualTo(all);
            List<Integer> backward = new ArrayList<>(ids(last));
            page = last;
            while (page.path("page").has("previous")) {
                page = page(
                        engine,
                        "sort",
                        sort,
                        "limit",
                        "4",
                        "before",
                        page.at("/page/previous").asText());
                backward.addAll(0, ids(page));
            }
            assertThat(backward).as("backward by '%s'", sort).isEqualTo(all);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCursorBelongsToItsOrderAndFilter(Engine engine) throws Exception {
        String next = page(engine, "limit", "4").at("/page/next").asText();
        ConnectionClient connection = on(engine);
        String schema = engine.defaultSchema();
        refusedAt(connection.rows(schema, "person", "after", next, "sort", "name"), "query.after");
        refusedAt(connection.rows(schema, "person", "after", next, "filters", "id.gt.1"), "query.after");
        refusedAt(connection.rows(schema, "person", "after", next, "offset", "1"), "query.after");
        refusedAt(connection.rows(schema, "person", "after", next, "before", next), "query.after");
        refusedAt(connection.rows(schema, "person", "after", next.substring(2)), "query.after");
    }

    @Test
    void aLiteralThatTheColumnDoesNotTakeIsNamed() throws Exception {
        refusedAt(postgres.rows("public", "person", "filters", "age.eq.old"), "query.filters");
        postgres.run("CREATE TABLE kinds (id int PRIMARY KEY, t timestamptz, u uuid, j json, a int[], p point)");
        for (String filter :
                List.of("t.gt.yesterdayish", "u.eq.1", "j.eq.\"{}\"", "a.cs.1", "p.eq.\"(1,2)\"", "id.match.\"(\"")) {
            var reply = postgres.rows("public", "kinds", "filters", filter);
            assertThat(reply.status()).as(filter + " → " + reply.body()).isIn(200, 422);
        }
        refusedAt(postgres.rows("public", "kinds", "filters", "t.gt.yesterdayish"), "query.filters");
        refusedAt(postgres.rows("public", "kinds", "filters", "u.eq.1"), "query.filters");
    }

    @Test
    void aSqliteTableWithoutKeyIsReadByRowid() throws Exception {
        sqlite.run("CREATE TABLE keyless (a TEXT); INSERT INTO keyless VALUES ('x'), ('x'), ('y')");
        JsonNode page = ok(sqlite.rows("main", "keyless", "limit", "2"));
        assertThat(page.path("primaryKey")).hasToString("[\"rowid\"]");
        assertThat(page.at("/fields/0/name").asText()).isEqualTo("rowid");
        assertThat(page.path("rows")).hasToString("[{\"rowid\":1,\"a\":\"x\"},{\"rowid\":2,\"a\":\"x\"}]");
        JsonNode rest =
                ok(sqlite.rows("main", "keyless", "after", page.at("/page/next").asText()));
        assertThat(rest.path("rows")).hasToString("[{\"rowid\":3,\"a\":\"y\"}]");
        assertThat(ok(sqlite.rows("main", "keyless", "filters", "rowid.eq.3")).path("rows"))
                .hasSize(1);
        sqlite.run("CREATE TABLE shadowed (rowid TEXT, a TEXT); INSERT INTO shadowed VALUES ('mine', 'x')");
        JsonNode shadowed = ok(sqlite.rows("main", "shadowed"));
        assertThat(shadowed.path("primaryKey")).hasToString("[\"_rowid_\"]");
        assertThat(shadowed.path("rows")).hasToString("[{\"_rowid_\":1,\"rowid\":\"mine\",\"a\":\"x\"}]");
    }

    @Test
    void aPostgresTableWithoutKeyIsReadByOffset() throws Exception {
        postgres.run("CREATE TABLE keyless (a TEXT); INSERT INTO keyless VALUES ('x'), ('y')");
        JsonNode page = ok(postgres.rows("public", "keyless", "limit", "1"));
        assertThat(page.path("primaryKey")).isEmpty();
        assertThat(page.at("/page/hasMore").asBoolean()).isTrue();
        assertThat(ok(postgres.rows("public", "keyless", "limit", "1", "offset", "1"))
                        .path("rows"))
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void readsViews(Engine engine) throws Exception {
        on(engine).run("CREATE VIEW grown_up AS SELECT id, name FROM person WHERE id > 20");
        JsonNode page = ok(on(engine).rows(engine.defaultSchema(), "grown_up", "sort", "-id", "limit", "2"));
        assertThat(ids(page)).containsExactly(25, 24);
    }

    @ParameterizedTest
    @EnumSource
    void keepsEveryCharacter(Engine engine) throws Exception {
        on(engine).run("CREATE TABLE words (id INTEGER PRIMARY KEY, \"🎉 ключ\" TEXT)");
        List<String> words = List.of(
                "שלום עולם", "👩‍👩‍👧", "a'b\"c\\d", "tab\there", "", "\u202Eright to left\u202C", "ﬁ", "\uFFFF");
        for (int i = 0; i < words.size(); i++) {
            on(engine)
                    .run("INSERT INTO words VALUES (" + i + ", '" + words.get(i).replace("'", "''") + "')");
        }
        List<String> read = new ArrayList<>();
        ok(on(engine).rows(engine.defaultSchema(), "words"))
                .path("rows")
                .forEach(row -> read.add(row.path("🎉 ключ").asText()));
        assertThat(read).isEqualTo(words);
        assertThat(ok(on(engine).rows(engine.defaultSchema(), "words", "filters", "\"🎉 ключ\".eq.שלום עולם"))
                        .path("rows"))
                .hasSize(1);
    }

    @Test
    void refusesAPageThatIsTooLarge() throws Exception {
        postgres.run("CREATE TABLE heavy (id int PRIMARY KEY, small text, huge text);"
                + " INSERT INTO heavy SELECT i, 'a', repeat('x', 9000000) FROM generate_series(1, 8) AS i");
        JsonNode problem = refused(postgres.rows("public", "heavy"), 413, "payload_too_large");
        assertThat(problem.path("detail").asText()).contains("huge");
        assertThat(ok(postgres.rows("public", "heavy", "limit", "2")).path("rows"))
                .hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void cutsLongValuesWhereAskedTo(Engine engine) throws Exception {
        String blob = engine == Engine.SQLITE ? "x'00ff'" : "'\\x00ff'::bytea";
        on(engine)
                .run("CREATE TABLE letters (id INTEGER PRIMARY KEY, body TEXT, raw "
                        + (engine == Engine.SQLITE ? "BLOB" : "bytea")
                        + ", \"a \"\"b\" TEXT); INSERT INTO letters VALUES (1, '"
                        + "é".repeat(500) + "', " + blob + ", 'x'), (2, NULL, NULL, 'short')");
        JsonNode page = ok(on(engine).rows(engine.defaultSchema(), "letters", "cut", "20"));
        assertThat(page.at("/rows/0/body").asText()).isEqualTo("é".repeat(20));
        assertThat(page.at("/rows/0/raw").asText()).isEqualTo("\\x00ff");
        assertThat(page.at("/rows/1").toString())
                .isEqualTo("{\"id\":2,\"body\":null,\"raw\":null,\"a \\\"b\":\"short\"}");
        assertThat(page.path("cuts")).hasToString("[{\"row\":0,\"column\":\"body\",\"bytes\":1000}]");
        assertThat(page.path("fields"))
                .isEqualTo(
                        ok(on(engine).rows(engine.defaultSchema(), "letters")).path("fields"));
        assertThat(page(engine, "cut", "16", "filters", "id.gt.99").path("rows"))
                .isEmpty();
        for (String cut : List.of("15", "10001", "x")) {
            refusedAt(on(engine).rows(engine.defaultSchema(), "person", "cut", cut), "query.cut");
        }
    }

    @ParameterizedTest
    @EnumSource
    void landsNearAFractionAndAtTheEnd(Engine engine) throws Exception {
        assertThat(ids(page(engine, "end", "true", "limit", "3"))).containsExactly(23, 24, 25);
        JsonNode last = page(engine, "end", "true", "limit", "3", "cut", "100");
        assertThat(ids(last)).containsExactly(23, 24, 25);
        assertThat(ids(page(
                        engine,
                        "limit",
                        "3",
                        "before",
                        last.at("/page/previous").asText())))
                .containsExactly(20, 21, 22);
        JsonNode middle = page(engine, "near", "0.5", "limit", "3");
        assertThat(ids(middle).getFirst()).isBetween(5, 20);
        assertThat(ids(page(engine, "near", "0", "limit", "1"))).containsExactly(1);
        assertThat(ids(page(engine, "near", "1.0", "limit", "1"))).containsExactly(25);
        for (String near : List.of("-0.1", "1.1", "NaN", "1e0", "", "0x1p0")) {
            refusedAt(on(engine).rows(engine.defaultSchema(), "person", "near", near), "query.near");
        }
        refusedAt(on(engine).rows(engine.defaultSchema(), "person", "near", "0.5", "end", "true"), "query.near");
        refusedAt(on(engine).rows(engine.defaultSchema(), "person", "end", "maybe"), "query.end");
        refusedAt(on(engine).rows(engine.defaultSchema(), "person", "offset", "1", "end", "true"), "query.end");
    }

    @ParameterizedTest
    @EnumSource
    void countsWhenAskedTo(Engine engine) throws Exception {
        assertThat(page(engine).path("page").has("count")).isFalse();
        JsonNode exact = page(engine, "count", "exact", "filters", "id.gt.20", "limit", "2", "queryId", "mine");
        assertThat(exact.at("/page/count")).hasToString("{\"rows\":5,\"exact\":true}");
        JsonNode guessed = page(engine, "count", "estimated", "cut", "50");
        assertThat(guessed.at("/page/count/rows").asInt()).isPositive();
        refusedAt(on(engine).rows(engine.defaultSchema(), "person", "count", "yes"), "query.count");
        refusedAt(on(engine).rows(engine.defaultSchema(), "person", "queryId", "mine"), "query.queryId");
    }
}
