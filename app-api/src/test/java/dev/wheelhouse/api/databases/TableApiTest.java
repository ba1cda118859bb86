package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.databases.Engine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TableApiTest extends DatabaseApiTest {

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    @ParameterizedTest
    @EnumSource
    void listsTablesAndViewsByName(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        connection.run("CREATE TABLE listed_b (id INTEGER PRIMARY KEY); CREATE TABLE listed_a (id INTEGER PRIMARY KEY);"
                + " CREATE VIEW listed_c AS SELECT 1 AS one");
        JsonNode tables = ok(connection.get("/tables"));
        List<String> names = tables.findValuesAsText("name").stream()
                .filter(name -> name.startsWith("listed"))
                .toList();
        assertThat(names).containsExactly("listed_a", "listed_b", "listed_c");
        for (JsonNode table : tables) {
            if (table.path("name").asText().equals("listed_c")) {
                assertThat(table.path("kind").asText()).isEqualTo("view");
            }
        }
        assertThat(ok(connection.get("/tables?limit=2"))).hasSize(2);
        assertThat(connection.get("/tables?limit=0").status()).isEqualTo(422);
        assertThat(connection.get("/tables?limit=20001").status()).isEqualTo(422);
    }

    @Test
    void describesAPostgresTable() throws Exception {
        postgres.run("""
            CREATE SCHEMA shop;
            CREATE TYPE shop.mood AS ENUM ('good', 'bad');
            CREATE TABLE shop.customer (id int PRIMARY KEY, email text NOT NULL UNIQUE);
            CREATE TABLE shop.purchase (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                customer_id int NOT NULL CONSTRAINT buyer REFERENCES shop.customer,
                amount numeric(9,2) DEFAULT 1.50, note varchar(20), mood shop.mood, tags text[],
                at timestamptz DEFAULT now(), doc jsonb, photo bytea, address inet, place point, took interval,
                ref uuid, day date, hour time, yes boolean, long text,
                twice numeric GENERATED ALWAYS AS (amount * 2) STORED);
            CREATE INDEX purchase_lower ON shop.purchase (lower(note), customer_id)\
            """);
        JsonNode table = ok(postgres.describe("shop", "purchase"));
        assertThat(table.path("primaryKey")).hasToString("[\"id\"]");
        assertThat(table.path("columns").findValuesAsText("uiType"))
                .containsExactly(
                        "integer",
                        "integer",
                        "number",
                        "text",
                        "enum",
                        "array",
                        "datetime",
                        "json",
                        "binary",
                        "network",
                        "geometry",
                        "interval",
                        "uuid",
                        "date",
                        "time",
                        "boolean",
                        "longtext",
                        "number");
        assertThat(table.at("/columns/0/writable").asBoolean()).isFalse();
        assertThat(table.at("/columns/0/isPrimaryKey").asBoolean()).isTrue();
        assertThat(table.at("/columns/1/nullable").asBoolean()).isFalse();
        assertThat(table.at("/columns/2/default").asText()).isEqualTo("1.50");
        assertThat(table.at("/columns/2/dataType").asText()).isEqualTo("numeric(9,2)");
        assertThat(table.at("/columns/17/writable").asBoolean()).isFalse();
        assertThat(table.path("foreignKeys"))
                .hasToString("[{\"name\":\"buyer\",\"columns\":[\"customer_id\"],\"refSchema\":\"shop\","
                        + "\"refTable\":\"customer\",\"refColumns\":[\"id\"]}]");
        assertThat(table.path("indexes").findValuesAsText("name")).contains("purchase_pkey", "purchase_lower");
        assertThat(table.path("indexes").findValuesAsText("primary")).contains("true", "false");
    }

    @Test
    void describesASqliteTable() throws Exception {
        sqlite.run("""
            CREATE TABLE customer (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE);
            CREATE TABLE purchase (customer_id INTEGER REFERENCES customer (id), note VARCHAR(20) DEFAULT 'none',
                amount REAL, photo BLOB, yes BOOLEAN, at DATETIME, untyped,
                twice REAL GENERATED ALWAYS AS (amount * 2))\
            """);
        JsonNode table = ok(sqlite.describe("main", "purchase"));
        assertThat(table.path("primaryKey")).hasToString("[\"rowid\"]");
        assertThat(table.path("columns").findValuesAsText("uiType"))
                .startsWith("integer", "text", "number", "binary", "boolean", "datetime");
        assertThat(table.at("/columns/1/default").asText()).isEqualTo("'none'");
        assertThat(table.at("/columns/7/writable").asBoolean()).isFalse();
        assertThat(table.at("/foreignKeys/0/refTable").asText()).isEqualTo("customer");
        assertThat(table.at("/foreignKeys/0/refSchema").asText()).isEqualTo("main");
        JsonNode customer = ok(sqlite.describe("main", "customer"));
        assertThat(customer.path("primaryKey")).hasToString("[\"id\"]");
        assertThat(customer.path("indexes").findValuesAsText("unique")).contains("true");
    }

    @ParameterizedTest
    @EnumSource
    void bringsATableBackByItsDefinitionAndItsExport(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        connection.run("CREATE TABLE lost (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'it''s')");
        connection.run("CREATE INDEX lost_name ON lost (name)");
        connection.run("INSERT INTO lost (id) VALUES (1), (2)");
        String schema = engine == Engine.SQLITE ? "main" : "public";
        String definition =
                ok(connection.definition(schema, "lost")).path("sql").asText();
        String rows = console.owner()
                .post("/db-connections/" + connection.id() + "/export", "{\"table\": \"lost\", \"format\": \"sql\"}")
                .body();
        connection.run("DROP TABLE lost");
        connection.run(definition);
        connection.run(rows);
        assertThat(connection.value("SELECT min(name) || count(*) FROM lost").asText())
                .isEqualTo("it's2");
        assertThat(ok(connection.definition(schema, "lost")).path("sql").asText())
                .isEqualTo(definition);
        assertThat(connection.definition(schema, "nothing").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource
    void bringsRowsBackThatATriggerWouldChange(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        connection.run("CREATE TABLE kept (id INTEGER PRIMARY KEY, a INTEGER)");
        connection.run("INSERT INTO kept VALUES (1, -1)");
        if (engine == Engine.SQLITE) {
            connection.run("CREATE TRIGGER changed AFTER INSERT ON kept BEGIN UPDATE kept SET a = 99; END");
        } else {
            connection.run("CREATE FUNCTION changed() RETURNS trigger LANGUAGE plpgsql"
                    + " AS 'BEGIN NEW.a := 99; RETURN NEW; END'");
            connection.run("CREATE TRIGGER changed BEFORE INSERT ON kept FOR EACH ROW EXECUTE FUNCTION changed()");
        }
        String schema = engine == Engine.SQLITE ? "main" : "public";
        String definition =
                ok(connection.definition(schema, "kept")).path("sql").asText();
        String rows = console.owner()
                .post("/db-connections/" + connection.id() + "/export", "{\"table\": \"kept\", \"format\": \"sql\"}")
                .body();
        connection.run("DROP TABLE kept");
        connection.run(definition.replace("-- Load rows here", rows + "-- Load rows here"));
        assertThat(connection.value("SELECT a FROM kept").asInt()).isEqualTo(-1);
        connection.run("INSERT INTO kept VALUES (2, -1)");
        assertThat(connection.value("SELECT a FROM kept WHERE id = 2").asInt()).isEqualTo(99);
    }

    @ParameterizedTest
    @EnumSource
    void findsTablesOfAnyName(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        String column = "a\"b;c";
        for (String name : List.of(
                "a/b",
                "per%cent",
                "semi;colon",
                "quo\"te",
                "with space",
                "שולחן",
                "🎉",
                "Upper",
                "dot.ted",
                "q?x#y",
                "back\\slash",
                "new\nline",
                "..")) {
            connection.run("CREATE TABLE " + quoted(name) + " (id INTEGER PRIMARY KEY, " + quoted(column) + " TEXT)");
            connection.run("INSERT INTO " + quoted(name) + " VALUES (1, 'x')");
            JsonNode table = ok(connection.describe(engine.defaultSchema(), name));
            assertThat(table.path("name").asText()).isEqualTo(name);
            assertThat(table.at("/columns/1/name").asText()).isEqualTo(column);
            JsonNode page = ok(connection.rows(
                    engine.defaultSchema(), name, "filters", "\"a\\\"b;c\".eq.x", "sort", "\"a\\\"b;c\".desc"));
            assertThat(page.at("/rows/0").path(column).asText()).isEqualTo("x");
        }
    }

    @ParameterizedTest
    @EnumSource
    void matchesNamesExactly(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        connection.run("CREATE TABLE exact_name (id INTEGER PRIMARY KEY)");
        String schema = engine.defaultSchema();
        assertThat(connection.describe(schema, "exact_name").status()).isEqualTo(200);
        for (String wrong : List.of("EXACT_NAME", "exact_nam", "exact_name ", "exact_name\0", "%", "exact_name;")) {
            assertThat(connection.describe(schema, wrong).status()).as(wrong).isIn(404, 422);
            assertThat(connection.rows(schema, wrong).status()).as(wrong).isIn(404, 422);
        }
        refused(connection.describe("nowhere", "exact_name"), 404, "not_found");
    }

    @ParameterizedTest
    @EnumSource
    void seesAChangeOfTheTableAtOnce(Engine engine) throws Exception {
        ConnectionClient connection = on(engine);
        connection.run("CREATE TABLE moving (id INTEGER PRIMARY KEY, a TEXT)");
        String schema = engine.defaultSchema();
        assertThat(ok(connection.rows(schema, "moving")).path("fields")).hasSize(2);
        connection.run("ALTER TABLE moving ADD COLUMN b TEXT");
        assertThat(ok(connection.describe(schema, "moving")).path("columns")).hasSize(3);
        assertThat(ok(connection.rows(schema, "moving")).path("fields")).hasSize(3);
        connection.run("ALTER TABLE moving DROP COLUMN a");
        assertThat(ok(connection.rows(schema, "moving")).path("fields").findValuesAsText("name"))
                .containsExactly("id", "b");
        connection.run("DROP TABLE moving");
        refused(connection.rows(schema, "moving"), 404, "not_found");
    }

    @Test
    void namesTheLabelsOfEnumeratedColumns() throws Exception {
        postgres.run("CREATE TYPE mood AS ENUM ('sad', 'it''s ok', 'happy'); CREATE DOMAIN feeling AS mood;"
                + " CREATE TABLE moody (id int PRIMARY KEY, now mood, later feeling, many mood[])");
        JsonNode columns = ok(postgres.describe("public", "moody")).path("columns");
        assertThat(columns.at("/1/enumLabels")).hasToString("[\"sad\",\"it's ok\",\"happy\"]");
        assertThat(columns.at("/2/enumLabels")).hasToString("[\"sad\",\"it's ok\",\"happy\"]");
        assertThat(columns.get(0).has("enumLabels")).isFalse();
        assertThat(columns.get(3).has("enumLabels")).isFalse();
    }
}
