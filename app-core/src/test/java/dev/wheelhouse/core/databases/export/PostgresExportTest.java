package dev.wheelhouse.core.databases.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.values.PinnedPostgres;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.PostgresVersions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;

class PostgresExportTest {

    private static final ExportTable TABLE = new ExportTable("odd \"schema", "t;\n");

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = PinnedPostgres.connect(PostgresServer.shared().newDatabase());
        execute("CREATE SCHEMA \"odd \"\"schema\"");
        execute("CREATE TYPE mood AS ENUM ('sad', 'it''s \\ \"so\"')");
        createTable();
        fillTable();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void sqlReadsBackToTheSameTable() throws SQLException, IOException {
        assertSqlReadsBack();
    }

    @Test
    void sqlReadsBackWhereBackslashesEscape() throws SQLException, IOException {
        execute("SET standard_conforming_strings = off");
        assertSqlReadsBack();
    }

    @Test
    void csvReadsBackToTheSameTable() throws SQLException, IOException {
        String before = snapshot();
        String csv = export(ExportFormat.CSV);
        execute("TRUNCATE " + TABLE.sql());
        new CopyManager(connection.unwrap(BaseConnection.class))
                .copyIn("COPY " + TABLE.sql() + " FROM STDIN (FORMAT csv, HEADER)", new StringReader(csv));
        assertThat(snapshot()).isEqualTo(before);
    }

    @Test
    void serverWritesTheSameCsv() throws SQLException, IOException {
        execute("DELETE FROM " + TABLE.sql() + " WHERE note LIKE '%' || chr(10) || '%'");
        ByteArrayOutputStream copied = new ByteArrayOutputStream();
        long rows = PostgresCsvCopy.write(connection, "TABLE " + TABLE.sql() + " -- all of it", copied, _ -> {});
        assertThat(copied.toString(StandardCharsets.UTF_8)).isEqualTo(export(ExportFormat.CSV));
        assertThat(rows).isGreaterThan(200);
    }

    @Test
    void serverKeepsLineFeedsWithinCsvValues() throws SQLException, IOException {
        ByteArrayOutputStream copied = new ByteArrayOutputStream();
        PostgresCsvCopy.write(connection, "SELECT E'a\\nb' AS x, NULL AS x, '' AS y", copied, _ -> {});
        assertThat(copied.toString(StandardCharsets.UTF_8)).isEqualTo("x,x_2,y\r\n\"a\nb\",,\"\"\r\n");
    }

    @Test
    void brokenOutputEndsTheCopyWithItsOwnError() {
        OutputStream full = new OutputStream() {
            private int taken;

            @Override
            public void write(int value) throws IOException {
                if (++taken > 1_000) {
                    throw new IOException("full");
                }
            }
        };
        assertThatThrownBy(() -> PostgresCsvCopy.write(connection, "SELECT generate_series(1, 1000000)", full, _ -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage("full");
    }

    @Test
    void ndjsonKeepsJsonOfSeveralLinesOnOne() throws SQLException, IOException {
        String lines = export(
                ExportFormat.NDJSON,
                "SELECT E'{\"a\":\\r\\n \"\\u2028\"}'::json AS j, E'x\\ny\\u2029' AS t UNION ALL SELECT '2', NULL");
        assertThat(lines).isEqualTo("{\"j\":{\"a\":   \"\\u2028\"},\"t\":\"x\\ny\\u2029\"}\n{\"j\":2,\"t\":null}\n");
    }

    private void assertSqlReadsBack() throws SQLException, IOException {
        String before = snapshot();
        String sql = export(ExportFormat.SQL);
        execute("DROP TABLE " + TABLE.sql());
        createTable();
        execute(sql);
        assertThat(snapshot()).isEqualTo(before);
    }

    private void createTable() throws SQLException {
        execute("CREATE TABLE " + TABLE.sql() + " (id int GENERATED ALWAYS AS IDENTITY, \"big \"\"one\" bigint,"
                + " exact numeric, real4 real, real8 double precision, truth boolean, note text, fixed character(4),"
                + " raw bytea, doc json, docs jsonb[], day date, at timestamptz, span interval, list int[],"
                + " words text[], feeling mood, spot point, boxes box[], cash money)");
    }

    private void fillTable() throws SQLException {
        execute("INSERT INTO " + TABLE.sql() + " (\"big \"\"one\", exact, real4, real8, truth, note, fixed, raw, doc,"
                + " docs, day, at, span, list, words, feeling, spot, boxes, cash) VALUES"
                + " (9223372036854775807, 1.10, 0.1, 1e300, true, E'it''s \\\\ \"q\"\\n;\\n', 'ab', '\\x00ff', '{\"a\" : 1.0}',"
                + " ARRAY['null', '[1]', '\"\\\\\"', NULL]::jsonb[], '0044-03-15 BC', '2026-01-02 03:04:05.000006Z',"
                + " '1 year -2 days', '{1,NULL}', ARRAY['NULL', NULL, '', 'a\"b\\c'], 'it''s \\ \"so\"', '(1,-0)',"
                + " ARRAY[box '(1,2),(3,4)', NULL], '-1234.5'),"
                + " (-9223372036854775808, 'NaN', 'NaN', '-0', false, '', '', '', 'null', '{}', 'infinity', '-infinity',"
                + " '-00:00:00.000001', '[0:1]={1,2}', '{}', 'sad', '(NaN,Infinity)', '{}', 0),"
                // Numeric has an infinity since 14.
                + " (NULL, '" + (PostgresVersions.major() < 14 ? "NaN" : "-Infinity")
                + "', 'Infinity', '-Infinity', NULL, '\\.', NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
                + " NULL, NULL, NULL, NULL, NULL, NULL)");
        execute("INSERT INTO " + TABLE.sql() + " (exact, real8, note)"
                + " SELECT i / 7.0, i / 7.0::float8, repeat('🙂, ', i % 5) FROM generate_series(1, 250) i");
    }

    private String snapshot() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT string_agg(t::text, E'\\n' ORDER BY id) FROM " + TABLE.sql() + " t")) {
            rows.next();
            return rows.getString(1);
        }
    }

    private String export(ExportFormat format) throws SQLException, IOException {
        return export(format, "TABLE " + TABLE.sql());
    }

    private String export(ExportFormat format, String query) throws SQLException, IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            format.write(ResultReader.of(Engine.POSTGRESQL, rows), TABLE, out, _ -> {});
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
