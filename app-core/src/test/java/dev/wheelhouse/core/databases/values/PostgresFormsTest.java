package dev.wheelhouse.core.databases.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.PostgresVersions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresFormsTest {

    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        connection = PinnedPostgres.connect(PostgresServer.shared().newDatabase());
        execute("CREATE TYPE mood AS ENUM ('sad', 'so so')");
        execute("CREATE TYPE pair AS (a int, b text)");
        execute("CREATE DOMAIN positive AS int CHECK (VALUE > 0)");
        execute("CREATE SCHEMA other");
        execute("CREATE TYPE other.\"Odd Type\" AS ENUM ('x')");
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "32767::int2                        | 32767",
                "4294967295::oid                    | 4294967295",
                "9007199254740991                   | 9007199254740991",
                "-9007199254740991                  | -9007199254740991",
                "9007199254740992                   | \"9007199254740992\"",
                "-9223372036854775808               | \"-9223372036854775808\"",
                "1::float8                          | 1",
                "'-0'::float8                       | -0",
                "1e300::float8                      | 1e+300",
                "(0.1::float8 + 0.2::float8)        | 0.30000000000000004",
                "0.1::float4                        | 0.1",
                "'NaN'::float4                      | \"NaN\"",
                "'-Infinity'::float8                | \"-Infinity\"",
                "1.10                               | \"1.10\"",
                "'NaN'::numeric                     | \"NaN\"",
                "'1234.5'::money                    | \"$1,234.50\"",
                "true                               | true",
                "false                              | false",
                "'\\xDEad'::bytea                   | \"\\\\xdead\"",
                "date '2026-01-02'                  | \"2026-01-02\"",
                "date '0044-03-15 BC'               | \"0044-03-15 BC\"",
                "time '24:00'                       | \"24:00:00\"",
                "timetz '12:00:00.5+05:30'          | \"12:00:00.5+05:30\"",
                "timestamp '2026-01-02 03:04:05.000006' | \"2026-01-02T03:04:05.000006\"",
                "timestamp 'infinity'               | \"infinity\"",
                "timestamp '12026-01-02 03:04:05'   | \"12026-01-02T03:04:05\"",
                "timestamp '0001-01-02 03:04:05 BC' | \"0001-01-02 03:04:05 BC\"",
                "timestamptz '2026-01-02 03:04:05+01' | \"2026-01-02T02:04:05Z\"",
                "timestamptz '20000-01-01 00:00:00+00' | \"20000-01-01T00:00:00Z\"",
                "timestamptz '-infinity'            | \"-infinity\"",
                "interval '1 year 2 days -3:04:05.5' | \"1 year 2 days -03:04:05.5\"",
                "'so so'::mood                      | \"so so\"",
                "row(1, 'a\"b')::pair               | \"(1,\\\"a\\\"\\\"b\\\")\"",
                "5::positive                        | 5",
                "int4range(1, 5)                    | \"[1,5)\"",
                "B'0101'                            | \"0101\"",
                "'{\"b\": 12345678901234567890, \"a\":1.10,\"a\":2}'::json | {\"b\": 12345678901234567890, \"a\":1.10,\"a\":2}",
                "'null'::jsonb                      | {\"$json\":\"null\"}",
                "'{\"$json\": \"x\"}'::jsonb        | {\"$json\":\"{\\\"$json\\\": \\\"x\\\"}\"}",
                "'{\"$json\": 1}'::jsonb            | {\"$json\": 1}",
                "ARRAY[1,NULL,3]                    | [1,null,3]",
                "ARRAY[[1,2],[3,4]]                 | [[1,2],[3,4]]",
                "'{}'::int[]                        | []",
                "'[0:1]={1,2}'::int[]               | \"[0:1]={1,2}\"",
                "ARRAY[9007199254740993]            | [\"9007199254740993\"]",
                "ARRAY['NULL','','a\"b\\c','x,y','🙂'] | [\"NULL\",\"\",\"a\\\"b\\\\c\",\"x,y\",\"🙂\"]",
                "ARRAY[true,false]                  | [true,false]",
                "ARRAY[timestamptz '2026-01-02 03:04:05Z'] | [\"2026-01-02T03:04:05Z\"]",
                "ARRAY['\\x00'::bytea]              | [\"\\\\x00\"]",
                "ARRAY[box '(1,2),(3,4)', NULL]     | [\"(3,4),(1,2)\",null]",
                "ARRAY['{\"a\":1}','[1]','null',NULL]::json[] | [{\"a\":1},{\"$json\":\"[1]\"},{\"$json\":\"null\"},null]",
                "ARRAY['sad']::mood[]               | [\"sad\"]",
                "ARRAY[5]::positive[]               | [\"5\"]",
                "NULL::int                          | null",
                "'1 2'::int2vector                  | \"1 2\"",
            })
    void showsEachTypeInItsForm(String expression, String json) throws SQLException {
        assertThat(RawRows.json(read("SELECT " + expression + " AS v"))).isEqualTo("[{\"v\":" + json + "}]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "1::int2 | smallint",
                "'x'::varchar(20) | character varying(20)",
                "'x'::varchar | character varying",
                "'x'::char(3) | character(3)",
                "'x'::bpchar | bpchar",
                "1.5::numeric(10,2) | numeric(10,2)",
                "15::numeric(3,-1) | numeric(3,-1)",
                "1.5 | numeric",
                "now() | timestamp with time zone",
                "now()::timestamp(3) | timestamp(3) without time zone",
                "B'01'::bit(2) | bit(2)",
                "B'01'::varbit | bit varying",
                "'x'::text | text",
                "'x'::\"char\" | \"char\"",
                "ARRAY[1] | integer[]",
                "ARRAY['x'::varchar(5)] | character varying(5)[]",
                "'{}'::numeric(10,2)[] | numeric(10,2)[]",
                "'sad'::mood | mood",
                "ARRAY['sad']::mood[] | mood[]",
                "5::positive | integer",
                "'x'::other.\"Odd Type\" | \"other\".\"Odd Type\"",
                "row(1,2) | record",
            })
    void namesTypesAsTheServerDoes(String expression, String name) throws SQLException {
        // Of a scale below zero since 15.
        assumeTrue(!name.contains("-") || PostgresVersions.major() >= 15);
        assertThat(read("SELECT " + expression).fields().getFirst().dataType()).isEqualTo(name);
    }

    @Test
    void namesSerialColumnsWithoutAskingTheServer() throws SQLException {
        execute("CREATE TABLE numbered (id bigserial)");
        assertThat(read("SELECT id FROM numbered").fields()).containsExactly(new Field("id", "bigint"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "1.10                   | numeric | NUMBER  | 1.10",
                "12345678901234567890   | numeric | NUMBER  | 12345678901234567890",
                "12345678901234567890   | text    | TEXT    | 12345678901234567890",
                "true                   | boolean | BOOLEAN | true",
                "1                      | boolean | BOOLEAN | true",
                "\"2026-01-02T03:04:05Z\" | timestamp with time zone | DATETIME | 2026-01-02 03:04:05+00",
                "[[1,null],[3,4]]       | integer[] | ARRAY | {{1,NULL},{3,4}}",
                "[\"a\\\"b\",\"NULL\",\"\"] | text[]  | ARRAY   | {\"a\\\"b\",\"NULL\",\"\"}",
                "\"[0:1]={1,2}\"        | integer[] | ARRAY | [0:1]={1,2}",
                "[\"(1,2),(3,4)\",null] | box[]   | ARRAY   | {(3,4),(1,2);NULL}",
                "[]                     | integer[] | ARRAY | {}",
                "\"x\"                  | json    | JSON    | \"x\"",
                "{\"$json\":\"null\"}   | json    | JSON    | null",
                "{ \"a\" : 1.10 }       | json    | JSON    | { \"a\" : 1.10 }",
                "[1, 2]                 | jsonb   | JSON    | [1, 2]",
                "[{\"a\": 1},\"x\",{\"$json\":\"[1]\"},null] | jsonb[] | ARRAY | {\"{\\\"a\\\": 1}\",\"\\\"x\\\"\",[1],NULL}",
            })
    void bindsWhatPeopleType(String json, String type, UiType uiType, String text) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT (?::" + type + ")::text")) {
            ValueBinder.of(Engine.POSTGRESQL).bind(statement, 1, new RawJson(json), column(type, uiType), "v");
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                assertThat(rows.getString(1)).isEqualTo(text);
            }
        }
    }

    @Test
    void bindsParametersWithoutAColumnByTheirForm() throws SQLException {
        ValueBinder binder = ValueBinder.of(Engine.POSTGRESQL);
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT 2 = ANY(?::int[]) AND ?::jsonb ?? 'a' AND ?::text IS NULL AND ? > 1")) {
            binder.bindUntyped(statement, 1, new RawJson("[1,2]"), "params[0]");
            binder.bindUntyped(statement, 2, new RawJson("{\"a\":[]}"), "params[1]");
            binder.bindUntyped(statement, 3, RawJson.NULL, "params[2]");
            binder.bindUntyped(statement, 4, new RawJson("2"), "params[3]");
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                assertThat(rows.getBoolean(1)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":1}            | text      | TEXT",
                "{\"$json\":\"null\"} | text      | TEXT",
                "[1]                  | integer   | INTEGER",
                "[{}]                 | integer[] | ARRAY",
                "\"a\\u0000b\"        | text      | TEXT",
                "[\"a\\u0000b\"]      | text[]    | ARRAY",
                "\"\\ud83d\"          | text      | TEXT",
                "\"\\ude42\\ud83d\"   | text      | TEXT",
            })
    void refusesWithThePathWhatHasNoForm(String json, String type, UiType uiType) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
            assertThatThrownBy(() -> ValueBinder.of(Engine.POSTGRESQL)
                            .bind(statement, 1, new RawJson(json), column(type, uiType), "edits[0].values.name"))
                    .isInstanceOf(AppException.class)
                    .hasMessageStartingWith("edits[0].values.name: ");
        }
    }

    private static ColumnDescription column(String type, UiType uiType) {
        return new ColumnDescription("v", type, uiType, true, null, false, true);
    }

    /** The statement stays open until the connection closes. */
    private static ResultReader read(String sql) throws SQLException {
        Statement statement = connection.createStatement();
        statement.closeOnCompletion();
        return ResultReader.of(Engine.POSTGRESQL, statement.executeQuery(sql));
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
