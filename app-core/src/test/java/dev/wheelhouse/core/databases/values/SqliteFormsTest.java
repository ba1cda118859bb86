package dev.wheelhouse.core.databases.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteFormsTest {

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
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "INTEGER | 9007199254740991      | 9007199254740991",
                "INTEGER | 9007199254740992      | \"9007199254740992\"",
                "INTEGER | 9e999                 | \"Infinity\"",
                "INTEGER | 'Infinity'            | {\"$text\":\"Infinity\"}",
                "INTEGER | X'41'                 | {\"$blob\":\"\\x41\"}",
                "REAL    | 1                     | 1.0",
                "TEXT    | '\\x41'               | \"\\x41\"",
                "TEXT    | X'41'                 | {\"$blob\":\"\\x41\"}",
                "TEXT    | CAST(X'ff' AS TEXT)   | {\"$text\":{\"$blob\":\"\\xff\"}}",
                "BLOB    | X'41FF'               | \"\\x41ff\"",
                "BLOB    | '\\x41'               | {\"$text\":\"\\x41\"}",
                "BLOB    | '12'                  | \"12\"",
                "BLOB    | -9007199254740992     | {\"$int\":\"-9007199254740992\"}",
                "BLOB    | -9e999                | {\"$real\":\"-Infinity\"}",
                "BLOB    | -0.0                  | -0.0",
                "ANY     | X'41'                 | {\"$blob\":\"\\x41\"}",
            })
    void marksOnlyWhatAPlainValueWouldNotGiveBack(String type, String value, String json) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (v " + type + ")");
            statement.execute("INSERT INTO t VALUES (" + value + ")");
        }
        assertThat(readOne("SELECT v FROM t").text()).isEqualTo(json.replace("\\x", "\\\\x"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "9223372036854775807           | \"9223372036854775807\"",
                "9e999                         | \"Infinity\"",
                "X'00Ff'                       | \"\\x00ff\"",
                "'\\x41'                       | \"\\x41\"",
                "CAST(X'fe' AS TEXT)           | {\"$text\":{\"$blob\":\"\\xfe\"}}",
                "1 = 1                         | 1",
                "NULL                          | null",
            })
    void doesNotMarkExpressions(String expression, String json) throws SQLException {
        assertThat(readOne("SELECT " + expression + " AS v").text()).isEqualTo(json.replace("\\x", "\\\\x"));
    }

    @Test
    void namesTypesAsDeclared() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (a VARCHAR(20), b, c unsigned big int)");
            statement.execute("INSERT INTO t VALUES ('x', 1, 2)");
            try (ResultSet rows = statement.executeQuery("SELECT a, b, c, rowid, a || 'y', 1.5 FROM t")) {
                assertThat(ResultReader.of(Engine.SQLITE, rows).fields())
                        .extracting(Field::dataType)
                        .containsExactly("VARCHAR(20)", "", "unsigned big int", "INTEGER", "text", "real");
            }
        }
    }

    @Test
    void numbersDuplicateNamesAroundRealOnes() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a, 5 AS a_3, 6 AS a_2, 7 AS \"x\"\"y\"")) {
            ResultReader reader = ResultReader.of(Engine.SQLITE, rows);
            assertThat(reader.fields())
                    .extracting(Field::name)
                    .containsExactly("a", "a_4", "a_2", "a_5", "a_3", "a_2_2", "x\"y");
            assertThat(RawRows.json(reader))
                    .isEqualTo("[{\"a\":1,\"a_4\":2,\"a_2\":3,\"a_5\":4,\"a_3\":5,\"a_2_2\":6,\"x\\\"y\":7}]");
        }
    }

    @Test
    void bindsWhatPeopleTypeByItsForm() throws SQLException {
        assertThat(bound("true", "INTEGER", UiType.BOOLEAN)).isEqualTo("integer 1");
        assertThat(bound("1.10", "TEXT", UiType.TEXT)).isEqualTo("text 1.10");
        assertThat(bound("12345678901234567890", "TEXT", UiType.TEXT)).isEqualTo("text 12345678901234567890");
        assertThat(bound("5", "", UiType.UNKNOWN)).isEqualTo("integer 5");
        assertThat(bound("5.0", "", UiType.UNKNOWN)).isEqualTo("real 5.0");
        assertThat(bound("\"5\"", "", UiType.UNKNOWN)).isEqualTo("text 5");
        assertThat(bound("\"\\\\x41\"", "BLOB", UiType.BINARY)).isEqualTo("blob A");
        assertThat(bound("{\"a\": [1.10]}", "JSON", UiType.JSON)).isEqualTo("text {\"a\": [1.10]}");
        assertThat(bound("{\"$int\":\"7\"}", "JSON", UiType.JSON)).isEqualTo("integer 7");
        assertThat(bound("{\"$other\":\"7\"}", "JSON", UiType.JSON)).isEqualTo("text {\"$other\":\"7\"}");
        assertThat(bound("null", "TEXT", UiType.TEXT)).isEqualTo("null null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1}",
                "[1]",
                "\"\\ud800\"",
                "{\"$int\":\"1.5\"}",
                "{\"$int\":\"9223372036854775808\"}",
                "{\"$blob\":\"41\"}",
                "{\"$real\":\"x\"}",
                "{\"$text\":{\"$int\":\"1\"}}",
            })
    void refusesWithThePathWhatHasNoForm(String json) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
            assertThatThrownBy(() ->
                            ValueBinder.of(Engine.SQLITE).bindUntyped(statement, 1, new RawJson(json), "params.name"))
                    .isInstanceOf(AppException.class)
                    .hasMessageStartingWith("params.name: ");
        }
    }

    private String bound(String json, String type, UiType uiType) throws SQLException {
        ColumnDescription column = new ColumnDescription("v", type, uiType, true, null, false, true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t");
            statement.execute("CREATE TABLE t (v " + type + ")");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
            ValueBinder.of(Engine.SQLITE).bind(insert, 1, new RawJson(json), column, "v");
            insert.execute();
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT typeof(v), CAST(v AS TEXT) FROM t")) {
            rows.next();
            return rows.getString(1) + " " + rows.getString(2);
        }
    }

    private RawJson readOne(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<RawRows.Row> all = RawRows.of(ResultReader.of(Engine.SQLITE, rows));
            return all.getFirst().get("v");
        }
    }
}
