package dev.wheelhouse.core.databases.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.PostgresVersions;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresCatalogTest {

    private static Connection connection;
    private final Catalog catalog = Catalog.of(Engine.POSTGRESQL);

    @BeforeAll
    static void connect() throws SQLException {
        connection = PostgresServer.shared().newDatabase().connect();
    }

    @AfterAll
    static void disconnect() throws SQLException {
        connection.close();
    }

    @Test
    void mapsEveryBuiltInTypeToItsEditor() throws SQLException {
        execute(
                "create type mood as enum ('sad', 'ok')",
                "create domain small_mood as mood",
                "create domain smaller_mood as small_mood",
                "create type pair as (a int, b text)");
        Map<String, UiType> expected = new TreeMap<>();
        expected.put("smallint", UiType.INTEGER);
        expected.put("bigint", UiType.INTEGER);
        expected.put("oid", UiType.INTEGER);
        expected.put("numeric(10,2)", UiType.NUMBER);
        expected.put("double precision", UiType.NUMBER);
        expected.put("money", UiType.NUMBER);
        expected.put("boolean", UiType.BOOLEAN);
        expected.put("date", UiType.DATE);
        expected.put("time with time zone", UiType.TIME);
        expected.put("timestamp with time zone", UiType.DATETIME);
        expected.put("interval", UiType.INTERVAL);
        expected.put("uuid", UiType.UUID);
        expected.put("json", UiType.JSON);
        expected.put("jsonb", UiType.JSON);
        expected.put("mood", UiType.ENUM);
        expected.put("smaller_mood", UiType.ENUM);
        expected.put("integer[]", UiType.ARRAY);
        expected.put("mood[]", UiType.ARRAY);
        expected.put("bytea", UiType.BINARY);
        expected.put("inet", UiType.NETWORK);
        expected.put("macaddr8", UiType.NETWORK);
        expected.put("point", UiType.GEOMETRY);
        expected.put("polygon", UiType.GEOMETRY);
        expected.put("character varying(20)", UiType.TEXT);
        expected.put("character(3)", UiType.TEXT);
        expected.put("name", UiType.TEXT);
        expected.put("int4range", UiType.TEXT);
        if (PostgresVersions.major() >= 14) {
            expected.put("int4multirange", UiType.TEXT);
        }
        expected.put("pair", UiType.TEXT);
        expected.put("bit(3)", UiType.TEXT);
        expected.put("text", UiType.LONGTEXT);
        expected.put("xml", UiType.LONGTEXT);
        expected.put("txid_snapshot", UiType.UNKNOWN);
        execute("create table every_type (" + columnsOf(expected) + ")");

        Map<String, UiType> actual = new TreeMap<>();
        for (ColumnDescription column : describe("every_type").columns()) {
            actual.put(column.dataType(), column.uiType());
        }

        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void knowsWhichTypesHaveAnOrderOfTheirOwn() throws SQLException {
        execute(
                "create domain document as json",
                "create domain amount as numeric",
                "create type address as (street text)",
                "create type colour as enum ('red')",
                """
                create table ordered_types (
                  a int, b text, c varchar(5), d char(5), e name, f jsonb, g inet, h cidr, i int[], j colour,
                  k colour[], l int4range, m amount, n uuid, o bytea, p amount[],
                  z1 json, z2 xml, z3 point, z4 document, z5 address, z6 json[], z7 address[], z8 xid, z9 circle,
                  z10 regclass, z11 regconfig, z12 regrole, z13 regtype, z14 regclass[], q oid)
                """);
        assertThat(describe("ordered_types").columns())
                .allSatisfy(column -> assertThat(column.comparable())
                        .as(column.name() + " " + column.dataType())
                        .isEqualTo(!column.name().startsWith("z")));
        // The server agrees: what is called comparable can be sorted, and what is not cannot, or not from text.
        for (ColumnDescription column : describe("ordered_types").columns()) {
            if (column.comparable()) {
                execute("select * from ordered_types order by " + Identifiers.quote(column.name()));
            }
        }
    }

    @Test
    void tellsDefaultsNullsAndWhatCannotBeWritten() throws SQLException {
        execute("""
                create table written (
                  a int generated always as identity primary key,
                  b int generated by default as identity,
                  c int default 1 + 1,
                  d text not null default 'it''s',
                  e int generated always as (c * 2) stored,
                  f serial)
                """);
        List<ColumnDescription> columns = describe("written").columns();
        assertThat(columns)
                .extracting(ColumnDescription::writable)
                .containsExactly(false, true, true, true, false, true);
        assertThat(columns)
                .extracting(ColumnDescription::nullable)
                .containsExactly(false, false, true, false, true, false);
        assertThat(columns)
                .extracting(ColumnDescription::defaultValue)
                .containsExactly(null, null, "(1 + 1)", "'it''s'::text", null, "nextval('written_f_seq'::regclass)");
        assertThat(columns)
                .extracting(ColumnDescription::isPrimaryKey)
                .containsExactly(true, false, false, false, false, false);
    }

    @Test
    void notNullThatWasNeverCheckedIsNullable() throws SQLException {
        assumeTrue(PostgresVersions.major() >= 18);
        execute(
                "create table unchecked (a int)",
                "insert into unchecked values (null)",
                "alter table unchecked add constraint later not null a not valid");
        assertThat(describe("unchecked").columns().getFirst().nullable()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a/b", "it's \"quoted\"", "UPPER", "upper", "snow ☃ 🚀", "percent % _", "semi;colon--", "$1 ?"})
    void findsTablesByTheirExactName(String name) throws SQLException {
        String quoted = Identifiers.quote(name);
        execute("create schema if not exists " + quoted);
        execute("create table " + Identifiers.quote(name, name) + " (" + quoted + " int primary key)");
        TableDescription table = catalog.describe(connection, name, name).orElseThrow();
        assertThat(table.schema()).isEqualTo(name);
        assertThat(table.name()).isEqualTo(name);
        assertThat(table.primaryKey()).containsExactly(name);
        assertThat(catalog.describe(connection, name, name + " ")).isEmpty();
    }

    @Test
    void differentCaseIsAnotherTable() throws SQLException {
        execute("create table \"Cased\" (a int)");
        assertThat(catalog.describe(connection, "public", "cased")).isEmpty();
        assertThat(catalog.describe(connection, "public", "no\0name")).isEmpty();
    }

    @Test
    void tableWithoutColumnsIsStillThere() throws SQLException {
        execute("create table nothing ()");
        assertThat(describe("nothing").columns()).isEmpty();
        assertThat(describe("nothing").primaryKey()).isEmpty();
    }

    @Test
    void primaryKeyKeepsTheOrderOfItsIndex() throws SQLException {
        execute("create table pairs (a int, b int, c int not null unique, primary key (b, a))");
        assertThat(describe("pairs").primaryKey()).containsExactly("b", "a");
    }

    @Test
    void smallestUsableUniqueIndexStandsInForThePrimaryKey() throws SQLException {
        execute(
                "create table keyless (a int not null, b int not null, c int, d int not null, e text not null, f int)",
                "create unique index wide on keyless (a, b)",
                "create unique index nullable_one on keyless (c)",
                "create unique index partial_one on keyless (a) where b > 0",
                "create unique index expression_one on keyless (lower(e))",
                "alter table keyless add constraint deferred_one unique (d) deferrable",
                "create index not_unique on keyless (b)");
        assertThat(describe("keyless").primaryKey()).containsExactly("a", "b");

        execute("create unique index with_luggage on keyless (e) include (f)");
        assertThat(describe("keyless").primaryKey()).containsExactly("e");
        assertThat(describe("keyless").indexes())
                .extracting(IndexDescription::name)
                .containsExactly(
                        "deferred_one",
                        "expression_one",
                        "not_unique",
                        "nullable_one",
                        "partial_one",
                        "wide",
                        "with_luggage");
        assertThat(describe("keyless").indexes().get(1).columns()).containsExactly("lower(e)");
        assertThat(describe("keyless").indexes().getLast().columns()).containsExactly("e");
    }

    @Test
    void viewsHaveColumnsAndNoKey() throws SQLException {
        execute("create table seen (id int primary key)", "create view sight as select id, now() as at from seen");
        assertThat(describe("sight").columns())
                .extracting(ColumnDescription::name)
                .containsExactly("id", "at");
        assertThat(describe("sight").primaryKey()).isEmpty();
    }

    @Test
    void pairsTheColumnsOfReferences() throws SQLException {
        execute("create schema other", "create table other.parent (a int, b int, primary key (a, b))", """
                create table child (
                  x int, y int, p int, self int unique references child (self),
                  constraint to_parent foreign key (y, x) references other.parent (a, b))
                """);
        assertThat(describe("child").foreignKeys())
                .containsExactly(
                        new ForeignKeyDescription(
                                "child_self_fkey", List.of("self"), "public", "child", List.of("self")),
                        new ForeignKeyDescription(
                                "to_parent", List.of("y", "x"), "other", "parent", List.of("a", "b")));
    }

    @Test
    void referenceToAPartitionedTableIsToldOnce() throws SQLException {
        execute(
                "create table parts (id int primary key) partition by range (id)",
                "create table parts_low partition of parts for values from (0) to (10)",
                "create table parts_high partition of parts for values from (10) to (20)",
                "create table refers (id int references parts (id))");
        assertThat(describe("refers").foreignKeys()).hasSize(1);
        assertThat(describe("parts").primaryKey()).containsExactly("id");
    }

    @Test
    void enumLabelsComeInTheirDeclaredOrder() throws SQLException {
        execute(
                "create type size as enum ('small', 'large')",
                "alter type size add value 'medium' before 'large'",
                "create domain shirt as size",
                "create table shirts (a size, b shirt, c text)");
        assertThat(catalog.enumLabels(connection, "public", "shirts", "a")).containsExactly("small", "medium", "large");
        assertThat(catalog.enumLabels(connection, "public", "shirts", "b")).containsExactly("small", "medium", "large");
        assertThat(catalog.enumLabels(connection, "public", "shirts", "c")).isEmpty();
    }

    @Test
    void hostileSearchPathChangesNothing() throws SQLException {
        execute(
                "create schema hostile",
                "create table hostile.pg_class (oid oid, relname name, relnamespace oid)",
                "create function hostile.format_type(oid, int) returns text language sql as $$ select 'wrong' $$",
                "create table target (a int)",
                "set search_path = hostile, pg_catalog");
        try {
            assertThat(describe("target").columns().getFirst().dataType()).isEqualTo("integer");
        } finally {
            execute("reset search_path");
        }
    }

    @Test
    void listsEveryKindWithEstimateAndComment() throws SQLException {
        execute(
                "create schema kinds",
                "create table kinds.b_table (id int)",
                "insert into kinds.b_table select generate_series(1, 500)",
                "analyze kinds.b_table",
                "comment on table kinds.b_table is 'numbers'",
                "create table kinds.\"A_never_analysed\" (id int) with (autovacuum_enabled = false)",
                "create view kinds.c_view as select 1 as one",
                "create materialized view kinds.d_snapshot as select 1 as one",
                "create table kinds.e_parts (id int) partition by hash (id)",
                "create sequence kinds.not_a_table");
        List<TableSummary> tables = catalog.tables(connection).stream()
                .filter(table -> table.schema().equals("kinds"))
                .toList();
        assertThat(tables)
                .containsExactly(
                        new TableSummary("kinds", "A_never_analysed", TableSummary.Kind.TABLE, null, null),
                        new TableSummary("kinds", "b_table", TableSummary.Kind.TABLE, 500L, "numbers"),
                        new TableSummary("kinds", "c_view", TableSummary.Kind.VIEW, null, null),
                        new TableSummary("kinds", "d_snapshot", TableSummary.Kind.MATERIALIZED_VIEW, null, null),
                        new TableSummary("kinds", "e_parts", TableSummary.Kind.PARTITIONED_TABLE, null, null));
        assertThat(catalog.tables(connection))
                .extracting(TableSummary::schema)
                .doesNotContain("pg_catalog", "information_schema", "pg_toast");
    }

    @Test
    void listsManyTablesWithoutAStatementForEach() throws SQLException {
        try (Connection own = PostgresServer.shared().newDatabase().connect();
                Statement statement = own.createStatement()) {
            statement.execute(
                    "do $$ begin for i in 1..50 loop execute format('create table t_%s ()', i); end loop; end $$");
            AtomicInteger statements = new AtomicInteger();
            assertThat(catalog.tables(counted(own, statements))).hasSize(50);
            assertThat(statements).as("not one for each table").hasValueLessThan(5);
        }
    }

    private static Connection counted(Connection connection, AtomicInteger statements) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (_, method, arguments) -> {
                    if (method.getName().matches("(create|prepare)Statement")) {
                        statements.incrementAndGet();
                    }
                    return method.invoke(connection, arguments);
                });
    }

    @Test
    void describesTheWidestTableAtOnce() throws SQLException {
        StringBuilder columns = new StringBuilder("c0 int");
        for (int i = 1; i < 1_600; i++) {
            columns.append(", c").append(i).append(" int");
        }
        execute("create table widest (" + columns + ")");
        assertThat(describe("widest").columns()).hasSize(1_600);
    }

    private TableDescription describe(String table) throws SQLException {
        return catalog.describe(connection, "public", table).orElseThrow();
    }

    private static String columnsOf(Map<String, UiType> types) {
        StringBuilder columns = new StringBuilder();
        for (String type : types.keySet()) {
            columns.append(columns.isEmpty() ? "" : ", ")
                    .append(Identifiers.quote(type))
                    .append(' ')
                    .append(type);
        }
        return columns.toString();
    }

    private static void execute(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }
}
