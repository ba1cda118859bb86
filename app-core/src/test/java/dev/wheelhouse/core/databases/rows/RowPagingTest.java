package dev.wheelhouse.core.databases.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.Catalog;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.rows.Condition.And;
import dev.wheelhouse.core.databases.rows.Condition.Comparison;
import dev.wheelhouse.core.databases.rows.SortKey.Nulls;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.Property;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both engines, for real: pages put together are the whole, in order, without gap or repetition. */
class RowPagingTest {

    private static final Map<Engine, Connection> CONNECTIONS = new EnumMap<>(Engine.class);

    /** Column name, its type and nullability, and literals among which every row chooses; few, so that many tie. */
    private record Kind(String name, String definition, List<String> literals) {}

    private static final List<Kind> POSTGRES_KINDS = List.of(
            new Kind("n", "int", List.of("1", "2", "-3")),
            new Kind("m", "int not null", List.of("1", "2")),
            new Kind("txt", "text", List.of("''", "'a'", "'A'", "'null'", "'é🚀'", "E'x\\ny\"\\\\'")),
            new Kind("fixed", "char(3) not null", List.of("'a'", "'ab'", "''")),
            new Kind("num", "numeric", List.of("1.0", "1.00", "'NaN'", "1e30", "-2.5")),
            new Kind("dbl", "float8", List.of("'NaN'", "'Infinity'", "'-Infinity'", "0.1", "'-0'", "1e-300")),
            new Kind(
                    "at",
                    "timestamptz",
                    List.of("'infinity'", "'-infinity'", "'2024-01-01 00:00:00.123456Z'", "'0044-03-15 BC'")),
            new Kind("flag", "boolean", List.of("true", "false")),
            new Kind("bin", "bytea", List.of("'\\x'", "'\\x00ff'", "'\\x61'")),
            new Kind("doc", "jsonb", List.of("'{}'", "'1'", "'{\"a\": null}'", "'null'")),
            new Kind("raw", "json", List.of("'{\"a\":1}'", "'{\"a\": 1}'")),
            new Kind("spot", "point", List.of("'(1,2)'", "'(0,0)'")),
            new Kind("mood", "mood", List.of("'sad'", "'glad'")),
            new Kind("list", "int[]", List.of("'{}'", "'{1,NULL}'", "'{2}'")),
            new Kind("span", "int4range", List.of("'empty'", "'[1,5)'", "'(,)'")),
            new Kind("net", "inet", List.of("'10.0.0.1/8'", "'::1'")),
            new Kind("pair", "pair", List.of("'(1,a)'", "'(1,)'")));

    private static final List<Kind> SQLITE_KINDS = List.of(
            new Kind("n", "integer", List.of("1", "2", "-3", "'text'", "1.5", "9007199254740993")),
            new Kind("m", "integer not null", List.of("1", "2")),
            new Kind("txt", "text", List.of("''", "'a'", "'A'", "5", "'é🚀'", "x'6100'")),
            new Kind("folded", "text collate nocase", List.of("'a'", "'A'", "'b'")),
            new Kind("num", "numeric", List.of("1.0", "1.5", "'1e30'", "9e999", "-9e999")),
            new Kind("any", "", List.of("1", "'1'", "1.5", "x'31'", "''", "x''", "'b'")),
            new Kind("made", "as (n || txt)", List.of()),
            new Kind("must", "blob not null", List.of("x'00'", "'a'", "2", "0.1")),
            new Kind("real", "real", List.of("1", "0.1", "-0.0", "1e-300")));

    @BeforeAll
    static void connect() throws SQLException {
        CONNECTIONS.put(
                Engine.POSTGRESQL, RowReader.connect(PostgresServer.shared().newDatabase()));
        CONNECTIONS.put(Engine.SQLITE, DriverManager.getConnection("jdbc:sqlite::memory:"));
        execute(
                Engine.POSTGRESQL,
                "create type mood as enum ('sad', 'glad')",
                "create type pair as (a int, b text)",
                "set time zone 'UTC'");
    }

    @AfterAll
    static void disconnect() throws SQLException {
        for (Connection connection : CONNECTIONS.values()) {
            connection.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void pagesPutTogetherAreTheWholeForwardsAndBackwards(Engine engine) {
        Property.holds(150, random -> {
            TableDescription table = randomTable(engine, random);
            RowReader reader = reader(engine);
            List<SortKey> sort = randomSort(random, table);
            And condition =
                    random.nextBoolean() ? Condition.ALL : new And(List.of(Comparison.of("m", Operator.EQ, "1")));
            List<List<@Nullable Object>> whole =
                    reader.read(RowQueries.of(engine).all(table, condition, sort));
            int limit = random.nextInt(1, 8);
            String description = table.primaryKey() + " " + SortParser.format(sort) + " limit " + limit;

            List<List<@Nullable Object>> forwards = new ArrayList<>();
            RowWindow<List<@Nullable Object>> page =
                    reader.page(new RowRequest(table, condition, sort, limit, RowPosition.START));
            assertThat(page.previous()).isNull();
            forwards.addAll(page.rows());
            while (page.next() != null) {
                assertThat(page.hasMore()).isTrue();
                page = reader.page(new RowRequest(table, condition, sort, limit, new RowPosition.After(page.next())));
                forwards.addAll(page.rows());
                assertThat(forwards).as(description).hasSizeLessThanOrEqualTo(whole.size());
            }
            assertSameRows(forwards, whole, description + " forwards");

            List<List<@Nullable Object>> backwards = new ArrayList<>(page.rows());
            while (page.previous() != null) {
                page = reader.page(
                        new RowRequest(table, condition, sort, limit, new RowPosition.Before(page.previous())));
                backwards.addAll(0, page.rows());
                assertThat(backwards).as(description).hasSizeLessThanOrEqualTo(whole.size());
            }
            assertSameRows(backwards, whole, description + " backwards");
        });
    }

    @ParameterizedTest
    @EnumSource
    void pagesByOffsetWhereThereIsNoKey(Engine engine) throws SQLException {
        execute(engine, "drop view if exists v", "drop table if exists t", "create table t (a int not null, m int)");
        execute(engine, "insert into t values (1, 1), (2, 1), (3, 1)", "create view v as select * from t");
        TableDescription view = describe(engine, "v");
        RowRequest first = new RowRequest(view, Condition.ALL, List.of(new SortKey("a", true)), 2, RowPosition.START);
        RowWindow<List<@Nullable Object>> page = reader(engine).page(first);
        assertThat(page.rows()).hasSize(2);
        assertThat(page.hasMore()).isTrue();
        assertThat(page.next()).isNull();
        RowWindow<List<@Nullable Object>> second =
                reader(engine).page(new RowRequest(view, Condition.ALL, first.sort(), 2, new RowPosition.Offset(2)));
        assertThat(second.rows()).hasSize(1);
        assertThat(second.hasMore()).isFalse();
        RowRequest byKey = new RowRequest(view, Condition.ALL, first.sort(), 2, new RowPosition.After("x"));
        assertThatThrownBy(() -> RowQueries.of(engine).page(byKey)).hasMessageContaining("no key to page by");
        execute(engine, "drop view v", "drop table t");
    }

    @ParameterizedTest
    @EnumSource
    void cursorOfAnotherQueryIsRefused(Engine engine) {
        RowRequest made = request(Condition.ALL, List.of(new SortKey("age", true)), RowPosition.START);
        RowQuery query = RowQueries.of(engine).page(made);
        Object age = engine == Engine.POSTGRESQL ? "5" : Long.valueOf(5);
        List<@Nullable Object> row =
                new ArrayList<>(Collections.nCopies(query.columns().size(), age));
        RowWindow<List<@Nullable Object>> window = query.arrange(Collections.nCopies(11, row), cells -> cells);
        String cursor = window.next();
        assertThat(cursor).isNotNull();

        RowPosition after = new RowPosition.After(String.valueOf(cursor));
        assertThat(RowQueries.of(engine)
                        .page(request(made.condition(), made.sort(), after))
                        .statement()
                        .sql())
                .contains(" where ");
        And filtered = FilterParser.parse("age.gt.1", Tables.PEOPLE);
        assertRefused(engine, request(filtered, made.sort(), after), "query.after", "another table, sort or filter");
        assertRefused(engine, request(made.condition(), List.of(), after), "query.after", "another table");
        assertRefused(
                engine,
                request(made.condition(), List.of(), new RowPosition.Before(String.valueOf(cursor))),
                "query.before",
                "another table");
        for (String forged :
                List.of("", "!", "e30", "WzFd", "W10", String.valueOf(cursor).substring(0, 20))) {
            RowRequest request = request(made.condition(), made.sort(), new RowPosition.After(forged));
            assertRefused(engine, request, "query.after", "cursor");
        }
    }

    @ParameterizedTest
    @EnumSource
    void borderWithAValueTooLongForACursorHasNone(Engine engine) {
        RowQuery query = RowQueries.of(engine)
                .page(request(Condition.ALL, List.of(new SortKey("name", false)), RowPosition.START));
        List<@Nullable Object> row =
                new ArrayList<>(Collections.nCopies(query.columns().size(), "x".repeat(10_000)));
        RowWindow<List<@Nullable Object>> window = query.arrange(Collections.nCopies(11, row), cells -> cells);
        assertThat(window.hasMore()).isTrue();
        assertThat(window.next()).isNull();
    }

    private static RowRequest request(Condition condition, List<SortKey> sort, RowPosition position) {
        return new RowRequest(Tables.PEOPLE, condition, sort, 10, position);
    }

    private static void assertRefused(Engine engine, RowRequest request, String path, String message) {
        assertThatThrownBy(() -> RowQueries.of(engine).page(request))
                .isInstanceOfSatisfying(AppException.class, refused -> {
                    assertThat(((FieldProblems) refused.details())
                                    .errors()
                                    .getFirst()
                                    .path())
                            .isEqualTo(path);
                    assertThat(refused).hasMessageContaining(message);
                });
    }

    private static void assertSameRows(
            List<List<@Nullable Object>> actual, List<List<@Nullable Object>> expected, String description) {
        assertThat(actual.stream().map(RowPagingTest::show).toList())
                .as(description)
                .isEqualTo(expected.stream().map(RowPagingTest::show).toList());
    }

    /** Byte arrays by what they hold. */
    private static String show(List<@Nullable Object> row) {
        StringBuilder shown = new StringBuilder();
        for (Object cell : row) {
            shown.append(
                            cell instanceof byte[] bytes
                                    ? "x" + new java.math.BigInteger(1, bytes) + "/" + bytes.length
                                    : cell)
                    .append('|');
        }
        return shown.toString();
    }

    private static TableDescription randomTable(Engine engine, Random random) throws SQLException {
        List<Kind> kinds = engine == Engine.POSTGRESQL ? POSTGRES_KINDS : SQLITE_KINDS;
        String columns = String.join(
                ", ",
                kinds.stream()
                        .map(kind -> "\"" + kind.name() + "\" " + kind.definition())
                        .toList());
        String key = key(engine, random.nextInt(4));
        execute(engine, "drop table if exists t", "create table t (id int not null, k text not null, " + columns + key);
        List<Kind> stored =
                kinds.stream().filter(kind -> !kind.literals().isEmpty()).toList();
        String names = String.join(
                ", ", stored.stream().map(kind -> "\"" + kind.name() + "\"").toList());
        for (int row = random.nextInt(30); row > 0; row--) {
            List<String> values = new ArrayList<>(List.of(String.valueOf(row), "'k" + (row * 7 % 31) + "'"));
            for (Kind kind : stored) {
                boolean isNull = !kind.definition().contains("not null") && random.nextInt(3) == 0;
                values.add(
                        isNull
                                ? "null"
                                : kind.literals()
                                        .get(random.nextInt(kind.literals().size())));
            }
            execute(engine, "insert into t (id, k, " + names + ") values (" + String.join(", ", values) + ")");
        }
        return describe(engine, "t");
    }

    private static String key(Engine engine, int choice) {
        return switch (choice) {
            case 0 -> ", primary key (id))";
            case 1 -> ", primary key (m, k))";
            case 2 -> ", unique (k))";
            default -> engine == Engine.SQLITE ? ")" : ", primary key (k, id))";
        };
    }

    private static List<SortKey> randomSort(Random random, TableDescription table) {
        List<Nulls> places = List.of(Nulls.DEFAULT, Nulls.FIRST, Nulls.LAST);
        List<ColumnDescription> columns = new ArrayList<>(table.columns());
        Collections.shuffle(columns, random);
        return columns.subList(0, random.nextInt(4)).stream()
                .map(column -> new SortKey(column.name(), random.nextBoolean(), places.get(random.nextInt(3))))
                .toList();
    }

    private static TableDescription describe(Engine engine, String table) throws SQLException {
        String schema = engine == Engine.POSTGRESQL ? "public" : "main";
        return Catalog.of(engine).describe(connection(engine), schema, table).orElseThrow();
    }

    private static RowReader reader(Engine engine) {
        return new RowReader(engine, connection(engine));
    }

    private static Connection connection(Engine engine) {
        return Objects.requireNonNull(CONNECTIONS.get(engine));
    }

    private static void execute(Engine engine, String... statements) throws SQLException {
        try (Statement statement = connection(engine).createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }
}
