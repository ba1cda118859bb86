package dev.wheelhouse.core.databases.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.Catalog;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a filter finds, by asking the engines. */
class RowFilterTest {

    private static Connection postgres;
    private static Connection sqlite;

    @BeforeAll
    static void fill() throws SQLException {
        postgres = RowReader.connect(PostgresServer.shared().newPowerfulDatabase());
        sqlite = DriverManager.getConnection("jdbc:sqlite::memory:");
        String rows = """
                insert into people values
                  (1, 18, 'Ann', true, 1.50),
                  (2, 30, 'ann_b', false, 2),
                  (3, null, 'a%b*[c]\\', null, null),
                  (4, 65, null, true, -1),
                  (5, 18, 'x,y', false, 1e3)
                """;
        String people =
                "create table people (id integer primary key, age int, name text, active boolean, score numeric)";
        for (Connection connection : List.of(postgres, sqlite)) {
            execute(connection, people, rows);
        }
        execute(
                postgres,
                "create extension if not exists citext",
                "create type mood as enum ('sad', 'glad')",
                "create type duo as (a int, b int)",
                """
                create table typed (id int primary key, tags text[], doc jsonb, raw json, span int4range, net inet,
                  mood mood, bin bytea, at timestamptz, uid uuid, spot point, folded citext, fixed char(4), flags bit(2), duo duo)
                """,
                """
                insert into typed values
                  (1, '{a,b}', '{"k": 1}', '{"k":1}', '[1,5)', '10.1.2.3', 'sad', '\\x00ff', '2024-01-01 12:00Z',
                   '00000000-0000-0000-0000-00000000000a', '(1,2)', 'Fold', 'ab', '10', '(,)'),
                  (2, '{c}', '[1]', '[]', '[7,9)', 'fe80::1', 'glad', '\\x', 'infinity', null, null, 'x', 'z', '01', null)
                """);
        execute(
                sqlite,
                "create table loose (id integer primary key, any, body blob, at datetime, flag boolean)",
                "insert into loose values (1, 5, x'00ff', '2024-01-01', 1), (2, '5', 'text', 1700000000, 0)",
                "insert into loose values (3, 1.5, null, null, 'true'), (4, x'00ff', 7, '2024-06-01', null)");
    }

    @AfterAll
    static void close() throws SQLException {
        postgres.close();
        sqlite.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "age.eq.18|1 5",
                "age.neq.18|2 4",
                "not.age.eq.18|2 4",
                "age.gt.18|2 4",
                "age.gte.18,age.lt.65|1 2 5",
                "age.lte.30|1 2 5",
                "age.isdistinct.18|2 3 4",
                "age.in.(18,65)|1 4 5",
                "not.age.in.(18,65)|2",
                "age.is.null|3",
                "name.is.notnull|1 2 3 5",
                "or(age.eq.30,and(name.is.null,age.eq.65))|2 4",
                "not.or(age.eq.30,age.is.null)|1 4 5",
                "score.eq.1.5|1",
                "score.gt.1.50|2 5",
                "active.eq.true|1 4",
                "active.is.true|1 4",
                "active.is.false|2 5",
                "not.active.is.true|2 3 5",
                "name.like.A*|1",
                "name.like.a*|2 3",
                "name.like.%nn|1",
                "name.like.*nn%|1 2",
                "name.like.an__b|2",
                "name.like.an___b|~~",
                "name.like.ann_b|2",
                "name.like.ann\\_b|2",
                "name.like.a\\%b\\*[c]\\\\|3",
                "name.like.\"x,y\"|5",
                "name.ilike.a*|1 2 3",
                "name.ilike.ANN\\_B|2",
                "name.contains.nn|1 2",
                "name.contains.N|~~",
                "name.contains._|2",
                "name.contains.%|3",
                "name.contains.*[|3",
                "name.startswith.a%|3",
                "name.startswith.A|1",
                "name.endswith.]\\|3",
                "name.endswith.\",y\"|5",
                "name.eq.\"x,y\"|5",
                "name.eq.\"null\"|~~",
                "age.contains.8|1 5",
                "age.like.*5|4",
                "{\"age\": 18, \"name\": [\"Ann\", \"Bob\"]}|1",
                "name.eq.' or 1=1 --|~~"
            })
    void findsTheSameOnBothEngines(String filter, String ids) throws SQLException {
        assertThat(find(Engine.POSTGRESQL, "people", filter)).as("PostgreSQL").isEqualTo(ids);
        assertThat(find(Engine.SQLITE, "people", filter)).as("SQLite").isEqualTo(ids);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "tags.cs.{a}|1",
                "tags.cd.\"{c,d}\"|2",
                "tags.ov.\"{b,c}\"|1 2",
                "tags.eq.\"{a,b}\"|1",
                "doc.cs.{\"k\": 1}|!",
                "doc.cs.\"{\\\"k\\\": 1}\"|1",
                "raw.eq.[]|2",
                "raw.neq.[]|1",
                "raw.in.([])|2",
                "span.cs.\"[2,3]\"|1",
                "span.ov.\"[4,8)\"|1 2",
                "span.eq.\"[1,5)\"|1",
                "net.eq.10.1.2.3|1",
                "net.like.10.*|1",
                "net.cd.10.0.0.0/8|1",
                "net.cs.10.1.2.3|1",
                "net.ov.10.0.0.0/8|1",
                "mood.gt.sad|2",
                "mood.like.s*|1",
                "bin.eq.\\x00ff|1",
                "bin.eq.\\x|2",
                "at.gt.2024-01-01T11:59:59Z|1 2",
                "at.eq.infinity|2",
                "at.like.2024*|1",
                "uid.eq.00000000-0000-0000-0000-00000000000A|1",
                "spot.eq.\"(1,2)\"|1",
                "spot.isdistinct.\"(1,2)\"|2",
                "folded.eq.FOLD|1",
                "folded.like.f*|1",
                "fixed.eq.ab|1",
                "flags.eq.10|1",
                "duo.is.null|2",
                "duo.is.notnull|1",
                "duo.eq.\"(,)\"|1",
                "folded.match.^F.l|1",
                "doc.imatch.K|1"
            })
    void postgresComparesEveryTypeInItsOwnWay(String filter, String ids) throws SQLException {
        if (ids.equals("!")) {
            assertThatThrownBy(() -> find(Engine.POSTGRESQL, "typed", filter)).isInstanceOf(AppException.class);
            return;
        }
        assertThat(find(Engine.POSTGRESQL, "typed", filter)).isEqualTo(ids);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "any.eq.5|1",
                "any.eq.1.5|3",
                "any.eq.\\x00FF|4",
                "body.eq.text|2",
                "body.eq.\\x00ff|1",
                "body.eq.7|4",
                "at.eq.2024-01-01|1",
                "at.gt.2024-02-01|4",
                "at.eq.1700000000|2",
                "flag.eq.true|1",
                "flag.is.true|1",
                "flag.eq.0|2"
            })
    void sqliteComparesByStorageClass(String filter, String ids) throws SQLException {
        assertThat(find(Engine.SQLITE, "loose", filter)).isEqualTo(ids);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "age.eq.abc|22P02",
                "age.in.(1,x)|22P02",
                "score.lt.1e|22P02",
                "active.eq.maybe|22P02",
            })
    void badLiteralsAreRefusedByBoth(String filter, String state) {
        assertThatThrownBy(() -> find(Engine.POSTGRESQL, "people", filter))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        problem -> assertThat(problem.getSQLState()).isEqualTo(state));
        assertThatThrownBy(() -> find(Engine.SQLITE, "people", filter))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("query.filters");
    }

    @Test
    void whatAnEngineOrAColumnCannotDoIsRefused() {
        for (String operator : List.of("match", "imatch", "cs", "cd", "ov")) {
            assertThatThrownBy(() -> find(Engine.SQLITE, "people", "name." + operator + ".x"))
                    .hasMessageContaining(operator + " is not available on SQLite");
        }
        assertThatThrownBy(() -> find(Engine.POSTGRESQL, "people", "age.cs.1"))
                .hasMessageContaining("cs needs an array, a range, a network or jsonb");
        assertThatThrownBy(() -> find(Engine.POSTGRESQL, "people", "age.is.true"))
                .hasMessageContaining("is.true needs a boolean");
        for (Engine engine : Engine.values()) {
            assertThatThrownBy(() -> find(engine, "people", "name.like.x\\"))
                    .hasMessageContaining("cannot end with a single backslash");
        }
    }

    @Test
    void hiddenRowidCanBeFilteredSortedAndPaged() throws SQLException {
        execute(sqlite, "create table keyless (a text)", "insert into keyless values ('x'), ('y'), ('z')");
        assertThat(find(Engine.SQLITE, "keyless", "rowid.gt.1")).isEqualTo("2 3");
        TableDescription table = describe(Engine.SQLITE, "keyless");
        List<SortKey> sort = SortParser.parse("-rowid", table);
        RowReader reader = new RowReader(Engine.SQLITE, sqlite);
        var first = reader.page(new RowRequest(table, Condition.ALL, sort, 2, RowPosition.START));
        assertThat(first.rows()).containsExactly(List.of(3, "z"), List.of(2, "y"));
        var second = reader.page(
                new RowRequest(table, Condition.ALL, sort, 2, new RowPosition.After(String.valueOf(first.next()))));
        assertThat(second.rows()).containsExactly(List.of(1, "x"));
    }

    @Test
    void countsWhatTheFilterFinds() throws SQLException {
        for (Engine engine : Engine.values()) {
            TableDescription table = describe(engine, "people");
            SqlFragment count = RowQueries.of(engine).count(table, FilterParser.parse("age.eq.18", table));
            assertThat(reader(engine).read(count).getFirst().getFirst()).hasToString("2");
        }
    }

    @Test
    void pagesAndEqualityAreServedByIndexes() throws SQLException {
        for (Engine engine : Engine.values()) {
            Connection connection = engine == Engine.POSTGRESQL ? postgres : sqlite;
            execute(
                    connection,
                    "create table big (id int not null primary key, at int not null, code text)",
                    "insert into big with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)"
                            + " select i, i % 5000, 'c' || i from n",
                    "create index big_at on big (at, id)",
                    "create index big_code on big (code)",
                    "analyze");
            TableDescription table = describe(engine, "big");
            assertThat(plan(engine, table, "code.eq.c77", "", RowPosition.START))
                    .contains("big_code");
            List<SortKey> sort = SortParser.parse("-at", table);
            var page = reader(engine).page(new RowRequest(table, Condition.ALL, sort, 10, new RowPosition.Offset(500)));
            var after = new RowPosition.After(String.valueOf(page.next()));
            String plan = plan(engine, table, "", "-at", after);
            assertThat(plan).contains("big_at");
            assertThat(plan).contains(engine == Engine.POSTGRESQL ? "Index Cond: (ROW(at, id) <" : "(at,id)<(?,?)");
            assertThat(plan).doesNotContainIgnoringCase("sort").doesNotContain("TEMP B-TREE");
        }
    }

    private static String plan(Engine engine, TableDescription table, String filters, String sort, RowPosition position)
            throws SQLException {
        SqlFragment statement = RowQueries.of(engine)
                .page(new RowRequest(
                        table, FilterParser.parse(filters, table), SortParser.parse(sort, table), 10, position))
                .statement();
        String explain = engine == Engine.POSTGRESQL ? "explain " : "explain query plan ";
        return reader(engine).read(explain + statement.sql(), statement.parameters()).stream()
                .map(Object::toString)
                .collect(Collectors.joining("\n"));
    }

    private static String find(Engine engine, String table, String filter) throws SQLException {
        TableDescription description = describe(engine, table);
        RowRequest request =
                new RowRequest(description, FilterParser.parse(filter, description), List.of(), 100, RowPosition.START);
        return reader(engine).page(request).rows().stream()
                .map(row -> String.valueOf(row.getFirst()))
                .collect(Collectors.joining(" "));
    }

    private static TableDescription describe(Engine engine, String table) throws SQLException {
        return switch (engine) {
            case POSTGRESQL ->
                Catalog.of(engine).describe(postgres, "public", table).orElseThrow();
            case SQLITE -> Catalog.of(engine).describe(sqlite, "main", table).orElseThrow();
        };
    }

    private static RowReader reader(Engine engine) {
        return new RowReader(engine, engine == Engine.POSTGRESQL ? postgres : sqlite);
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }
}
