package dev.wheelhouse.core.databases.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.Engine;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteCatalogTest {

    private final Catalog catalog = Catalog.of(Engine.SQLITE);
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void integerPrimaryKeyIsTheKeyAndNeverNull() throws SQLException {
        execute("create table t (id integer primary key, a text)");
        assertThat(describe("t").primaryKey()).containsExactly("id");
        assertThat(describe("t").columns().getFirst().nullable()).isFalse();
        assertThat(describe("t").columns().getFirst().isPrimaryKey()).isTrue();
    }

    @Test
    void nullableDeclaredKeyGivesWayToTheRowid() throws SQLException {
        execute("create table t (code text primary key, a text)");
        assertThat(describe("t").primaryKey()).containsExactly("rowid");
        assertThat(describe("t").isKeyedByRowid()).isTrue();
        assertThat(describe("t").columns().getFirst().nullable()).isTrue();
    }

    @Test
    void integerPrimaryKeyInDescendingOrderIsNoRowid() throws SQLException {
        // The documented quirk: such a column may hold nulls.
        execute("create table t (id integer primary key desc, a text)", "insert into t values (null, 'x')");
        assertThat(describe("t").columns().getFirst().nullable()).isTrue();
        assertThat(describe("t").primaryKey()).containsExactly("rowid");
    }

    @Test
    void notNullStrictAndWithoutRowidKeysAreKeys() throws SQLException {
        execute(
                "create table a (code text not null primary key)",
                "create table b (code text primary key) without rowid",
                "create table d (x int, y text, primary key (y, x)) without rowid");
        assertThat(describe("a").primaryKey()).containsExactly("code");
        assertThat(describe("b").primaryKey()).containsExactly("code");
        assertThat(describe("d").primaryKey()).containsExactly("y", "x");
    }

    @Test
    void keyOfAStrictTableIsTakenAsSqliteReallyTreatsIt() throws SQLException {
        execute("create table s (code text primary key) strict");
        boolean holdsNull = accepts("insert into s values (null)");
        assertThat(describe("s").columns().getFirst().nullable()).isEqualTo(holdsNull);
        assertThat(describe("s").primaryKey()).containsExactly(holdsNull ? "rowid" : "code");
    }

    @Test
    void usableUniqueIndexGoesBeforeTheRowid() throws SQLException {
        execute(
                "create table t (a text not null, b text not null, c text)",
                "create unique index t_partial on t (a) where b > 'x'",
                "create unique index t_expression on t (lower(a))",
                "create unique index t_nullable on t (c)");
        assertThat(describe("t").primaryKey()).containsExactly("rowid");
        execute("create unique index t_wide on t (b, a)");
        assertThat(describe("t").primaryKey()).containsExactly("b", "a");
        execute("create unique index t_narrow on t (b)");
        assertThat(describe("t").primaryKey()).containsExactly("b");
    }

    @ParameterizedTest
    @CsvSource({"'x',rowid", "'ROWID',_rowid_", "'RowId, _rowid_',oid"})
    void rowidIsCalledByTheFirstNameThatNoColumnHides(String columns, String key) throws SQLException {
        execute("create table t (" + columns + ")");
        assertThat(describe("t").primaryKey()).containsExactly(key);
    }

    @Test
    void tableThatHidesEveryNameOfTheRowidHasNoKey() throws SQLException {
        execute("create table t (rowid text, _rowid_ text, oid text)");
        assertThat(describe("t").primaryKey()).isEmpty();
        assertThat(describe("t").isKeyedByRowid()).isFalse();
    }

    @Test
    void definesATableByWhatMadeIt() throws SQLException {
        execute(
                "create table t (id integer primary key, name text unique)",
                "create index i on T (name)",
                "create trigger g after insert on t begin select 1; end",
                "create view v as select * from t",
                "create temp table passing (id)");
        assertThat(catalog.definition(connection, "main", "t")).contains("""
                CREATE TABLE t (id integer primary key, name text unique);
                CREATE INDEX i on T (name);
                -- Load rows here: what follows may change or refuse them.
                CREATE TRIGGER g after insert on t begin select 1; end;
                """);
        assertThat(catalog.definition(connection, "main", "v")).contains("CREATE VIEW v as select * from t;\n");
        assertThat(catalog.definition(connection, "temp", "passing")).contains("CREATE TABLE passing (id);\n");
        assertThat(catalog.definition(connection, "main", "i")).isEmpty();
    }

    @Test
    void viewsHaveColumnsAndNoKey() throws SQLException {
        execute(
                "create table t (id integer primary key, d date)",
                "create view v as select id, d, 1 + 1 as two from t");
        assertThat(describe("v").columns()).extracting(ColumnDescription::name).containsExactly("id", "d", "two");
        assertThat(describe("v").columns())
                .extracting(ColumnDescription::uiType)
                .containsExactly(UiType.INTEGER, UiType.DATE, UiType.UNKNOWN);
        assertThat(describe("v").primaryKey()).isEmpty();
    }

    @Test
    void generatedColumnsCannotBeWritten() throws SQLException {
        execute("create table t (a int default 5, b int as (a * 2), c int generated always as (a * 3) stored)");
        assertThat(describe("t").columns())
                .extracting(ColumnDescription::writable)
                .containsExactly(true, false, false);
        assertThat(describe("t").columns().getFirst().defaultValue()).isEqualTo("5");
    }

    @Test
    void virtualTablesShowWhatSelectShows() throws SQLException {
        execute("create virtual table docs using fts5(title, body)");
        assertThat(describe("docs").columns())
                .extracting(ColumnDescription::name)
                .containsExactly("title", "body");
        assertThat(describe("docs").primaryKey()).containsExactly("rowid");
        assertThat(catalog.tables(connection)).extracting(TableSummary::name).containsExactly("docs");
    }

    @Test
    void indexesTellColumnsAndExpressions() throws SQLException {
        execute(
                "create table t (id integer primary key, a text unique, \"b(,\" text)",
                "create index t_mixed on t (a collate nocase desc, substr(\"b(,\", 1, 2) /* a ) b */, 'x)' || a asc)");
        assertThat(describe("t").indexes())
                .containsExactly(
                        new IndexDescription("sqlite_autoindex_t_1", List.of("a"), true, false),
                        new IndexDescription(
                                "t_mixed",
                                List.of("a", "substr(\"b(,\", 1, 2) /* a ) b */", "'x)' || a"),
                                false,
                                false));
    }

    @Test
    void referencesComeInDeclaredOrderAndNameTheParentsKey() throws SQLException {
        execute("create table parent (x int, y int, primary key (x, y))", """
                create table child (a int, b int, c int references parent (y) on delete cascade,
                  foreign key (a, b) references parent)
                """);
        assertThat(describe("child").foreignKeys())
                .containsExactly(
                        new ForeignKeyDescription("child_c_fkey", List.of("c"), "main", "parent", List.of("y")),
                        new ForeignKeyDescription(
                                "child_a_b_fkey", List.of("a", "b"), "main", "parent", List.of("x", "y")));
    }

    @Test
    void namesAreMatchedExactly() throws SQLException {
        execute("create table \"Weird \"\"name\"\"/🚀\" (\"a.b\" int)");
        TableDescription table =
                catalog.describe(connection, "main", "Weird \"name\"/🚀").orElseThrow();
        assertThat(table.columns()).extracting(ColumnDescription::name).containsExactly("a.b");
        assertThat(catalog.describe(connection, "main", "weird \"name\"/🚀")).isEmpty();
        assertThat(catalog.describe(connection, "MAIN", "Weird \"name\"/🚀")).isEmpty();
        assertThat(catalog.describe(connection, "main", "x' or 1=1 --")).isEmpty();
    }

    @Test
    void describesTemporaryAndAttachedTables() throws SQLException {
        execute(
                "attach ':memory:' as \"side \"\"car\"",
                "create table \"side \"\"car\".t (a text not null)",
                "create unique index \"side \"\"car\".u on t (a)",
                "create index \"side \"\"car\".e on t (lower(a))",
                "create temp table t (b int)",
                "create table t (c int)");
        TableDescription attached =
                catalog.describe(connection, "side \"car", "t").orElseThrow();
        assertThat(attached.primaryKey()).containsExactly("a");
        assertThat(attached.indexes().getFirst().columns()).containsExactly("lower(a)");
        assertThat(catalog.describe(connection, "temp", "t").orElseThrow().columns())
                .extracting(ColumnDescription::name)
                .containsExactly("b");
        assertThat(catalog.tables(connection))
                .extracting(TableSummary::schema)
                .containsExactly("main", "side \"car", "temp");
    }

    @Test
    void estimatesComeFromAnalyze() throws SQLException {
        execute("create table t (a int)", "create index i on t (a)", "create view v as select 1");
        execute("insert into t values (1), (2), (3)");
        assertThat(catalog.tables(connection))
                .extracting(TableSummary::estimatedRows)
                .containsExactly(null, null);
        execute("analyze");
        assertThat(catalog.tables(connection))
                .containsExactly(
                        new TableSummary("main", "t", TableSummary.Kind.TABLE, 3L, null),
                        new TableSummary("main", "v", TableSummary.Kind.VIEW, null, null));
    }

    @Test
    void brokenViewDoesNotHideTheOthers() throws SQLException {
        execute("create table t (a int)", "create view v as select a from t", "create table kept (a int)");
        execute("pragma legacy_alter_table = on", "drop table t");
        assertThat(catalog.tables(connection)).extracting(TableSummary::name).containsExactly("kept", "v");
    }

    @Test
    void listsThousandsOfTablesAndViewsAtOnce() throws SQLException {
        connection.setAutoCommit(false);
        for (int i = 0; i < 4_000; i++) {
            execute("create table t" + i + " (a int)", "create view v" + i + " as select a from t" + i);
        }
        connection.commit();
        assertThat(catalog.tables(connection)).hasSize(8_000);
    }

    @ParameterizedTest
    @CsvSource({
        "INTEGER,INTEGER",
        "bigint,INTEGER",
        "INT UNSIGNED,INTEGER",
        "VARCHAR(20),TEXT",
        "CLOB,LONGTEXT",
        "text,LONGTEXT",
        "BOOLEAN,BOOLEAN",
        "DATE,DATE",
        "TIME,TIME",
        "DATETIME,DATETIME",
        "timestamp,DATETIME",
        "BLOB,BINARY",
        "REAL,NUMBER",
        "'DECIMAL(10,2)',NUMBER",
        "NUMERIC,NUMBER",
        "JSON,JSON",
        "jsonb,JSON",
        "UUID,UUID",
        "FLOATING POINT,NUMBER",
        "POINT,GEOMETRY",
        "INTERVAL,INTERVAL",
        "ANY,UNKNOWN",
        "'',UNKNOWN"
    })
    void mapsTheDeclaredTypeByItsName(String declared, UiType expected) throws SQLException {
        execute("create table t (a " + declared + ")");
        assertThat(describe("t").columns().getFirst().uiType()).isEqualTo(expected);
        assertThat(describe("t").columns().getFirst().dataType()).isEqualToIgnoringCase(declared);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INT",
                "CHARINT",
                "VARCHAR",
                "TEXT",
                "CLOB",
                "BLOB",
                "",
                "REAL",
                "DOUBLE",
                "FLOAT",
                "NUMERIC",
                "DECIMAL(10,5)",
                "BOOLEAN",
                "DATE",
                "FLOATING POINT",
                "STRING",
                "ANY"
            })
    void affinityIsWhatSqliteApplies(String declared) throws SQLException {
        execute("create table t (a " + declared + ")", "insert into t values ('5'), ('5.0'), (5), (5.5)");
        List<String> stored = switch (SqliteAffinity.of(declared)) {
            case TEXT -> List.of("text", "text", "text", "text");
            case INTEGER, NUMERIC, ANY -> List.of("integer", "integer", "integer", "real");
            case REAL -> List.of("real", "real", "real", "real");
            case BLOB -> List.of("text", "text", "integer", "real");
        };
        try (Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select group_concat(typeof(a)) from t")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo(String.join(",", stored));
        }
    }

    @Test
    void quotingRefusesNul() {
        assertThat(Identifiers.quote("a\"b")).isEqualTo("\"a\"\"b\"");
        assertThatThrownBy(() -> Identifiers.quote("a\0b")).isInstanceOf(IllegalArgumentException.class);
    }

    private TableDescription describe(String table) throws SQLException {
        return catalog.describe(connection, "main", table).orElseThrow();
    }

    private boolean accepts(String sql) {
        try {
            execute(sql);
            return true;
        } catch (SQLException refused) {
            return false;
        }
    }

    private void execute(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }
}
