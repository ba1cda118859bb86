package dev.wheelhouse.core.databases.values;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Read, shown as JSON, bound again: the same storage class and the same bytes, whatever the column's affinity. */
class SqliteRoundTripTest {

    private static final long SEED = 20260102;
    private static final int RANDOM_VALUES = 120;

    private static final List<String> HOSTILE = List.of(
            "NULL",
            "0",
            "-1",
            "9007199254740991",
            "9007199254740992",
            "-9007199254740993",
            "9223372036854775807",
            "-9223372036854775808",
            "0.0",
            "-0.0",
            "1.0",
            "1.10",
            "0.1 + 0.2",
            "1e15",
            "9007199254740993.0",
            "9.3e18",
            "1e308",
            "5e-324",
            "9e999",
            "-9e999",
            "''",
            "'abc'",
            "'12'",
            "'1.0'",
            "'-0'",
            "' 7 '",
            "'0x10'",
            "'9007199254740993'",
            "'99999999999999999999'",
            "'\\x41'",
            "'\\xAB'",
            "'\\x'",
            "'\\x4'",
            "'\\xZZ'",
            "'Infinity'",
            "'-Infinity'",
            "'NaN'",
            "'null'",
            "'[1,2]'",
            "'{\"$text\":\"x\"}'",
            "'it''s \"quoted\" \\ 🙂 é'",
            "char(8232, 10, 9, 127)",
            "CAST(X'610062' AS TEXT)",
            "CAST(X'00' AS TEXT)",
            "CAST(X'ff6100fe' AS TEXT)",
            "CAST(X'eda080' AS TEXT)",
            "CAST(X'efbfbd' AS TEXT)",
            "X''",
            "X'00ff10'",
            "X'3132'",
            "CAST('\\x41' AS BLOB)");

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "INTEGER",
                "BIGINT",
                "FLOATING POINT",
                "REAL",
                "DOUBLE PRECISION",
                "NUMERIC",
                "DECIMAL(10,2)",
                "BOOLEAN",
                "DATETIME",
                "JSON",
                "TEXT",
                "VARCHAR(3)",
                "BLOB",
                "ANY"
            })
    void keepsEveryStorageClassUnderEveryAffinity(String type) throws SQLException {
        assertThat(roundTrip(type, "")).isGreaterThan(HOSTILE.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"})
    void keepsEveryStorageClassThatAStrictTableTakes(String type) throws SQLException {
        assertThat(roundTrip(type, " STRICT")).isGreaterThan(10);
    }

    private int roundTrip(String type, String options) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v " + type + ")" + options);
            statement.execute("CREATE TABLE back (id INTEGER PRIMARY KEY, v " + type + ")" + options);
            for (String value : values()) {
                insert(statement, value);
            }
        }
        ColumnDescription column = new ColumnDescription(
                "v", type, type.equals("JSON") ? UiType.JSON : UiType.TEXT, true, null, false, true);
        assertReadsTheSameTenTimes();
        int rows = writeBack(read(List.of()), column);
        assertSame(type);
        assertThat(read(List.of(idColumn(), column))).isEqualTo(read(List.of()));
        return rows;
    }

    private void assertReadsTheSameTenTimes() throws SQLException {
        List<RawRows.Row> first = read(List.of());
        try (PreparedStatement statement = connection.prepareStatement("SELECT id, v FROM t ORDER BY id")) {
            for (int i = 0; i < 10; i++) {
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(RawRows.of(ResultReader.of(Engine.SQLITE, rows))).isEqualTo(first);
                }
            }
        }
    }

    private static ColumnDescription idColumn() {
        return new ColumnDescription("id", "INTEGER", UiType.INTEGER, false, null, true, true);
    }

    private static List<String> values() {
        List<String> values = new ArrayList<>(HOSTILE);
        Random random = new Random(SEED);
        for (int i = 0; i < RANDOM_VALUES; i++) {
            values.add(randomValue(random));
        }
        return values;
    }

    private static String randomValue(Random random) {
        byte[] bytes = new byte[random.nextInt(6)];
        random.nextBytes(bytes);
        String hex = "X'" + HexFormat.of().formatHex(bytes) + "'";
        return switch (random.nextInt(4)) {
            case 0 -> Long.toString(random.nextLong() >> random.nextInt(64));
            case 1 -> {
                double real = Double.longBitsToDouble(random.nextLong());
                yield Double.isFinite(real) ? Double.toString(real) : "9e999";
            }
            case 2 -> "CAST(" + hex + " AS TEXT)";
            default -> hex;
        };
    }

    private static void insert(Statement statement, String value) {
        try {
            statement.execute("INSERT INTO t (v) VALUES (" + value + ")");
        } catch (SQLException e) {
            // A STRICT table refuses values of other classes, and nothing else here does.
            assertThat(e.getMessage()).contains("cannot store");
        }
    }

    private List<RawRows.Row> read(List<ColumnDescription> columns) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, v FROM t ORDER BY id")) {
            return RawRows.of(ResultReader.of(Engine.SQLITE, rows, columns));
        }
    }

    private int writeBack(List<RawRows.Row> rows, ColumnDescription column) throws SQLException {
        ValueBinder binder = ValueBinder.of(Engine.SQLITE);
        for (RawRows.Row row : rows) {
            RawJson value = row.get("v");
            String placeholder = binder.placeholder(value);
            String id = row.get("id").text();
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO back VALUES (" + id + ", " + placeholder + ")")) {
                binder.bind(insert, 1, value, column, "v");
                insert.execute();
            }
            try (PreparedStatement guard = connection.prepareStatement(
                    "SELECT count(*) FROM t WHERE id = " + id + " AND v IS " + placeholder)) {
                binder.bind(guard, 1, value, column, "v");
                try (ResultSet found = guard.executeQuery()) {
                    assertThat(found.next()).isTrue();
                    assertThat(found.getInt(1))
                            .as("guard on %s in column %s, seed %d", value.text(), column.dataType(), SEED)
                            .isEqualTo(1);
                }
            }
        }
        return rows.size();
    }

    private void assertSame(String type) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT typeof(t.v), typeof(b.v), hex(CAST(t.v AS BLOB)),"
                        + " hex(CAST(b.v AS BLOB)), t.v, b.v FROM t LEFT JOIN back b ON b.id = t.id")) {
            while (rows.next()) {
                String what = "column " + type + ", value " + rows.getString(3) + ", seed " + SEED;
                assertThat(rows.getString(2)).as(what).isEqualTo(rows.getString(1));
                assertThat(rows.getString(4)).as(what).isEqualTo(rows.getString(3));
                assertThat(Double.doubleToLongBits(rows.getDouble(6)))
                        .as(what)
                        .isEqualTo(Double.doubleToLongBits(rows.getDouble(5)));
            }
        }
    }
}
