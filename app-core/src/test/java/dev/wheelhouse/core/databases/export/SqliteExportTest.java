package dev.wheelhouse.core.databases.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.databases.values.LongValue;
import dev.wheelhouse.core.databases.values.RawRows;
import dev.wheelhouse.core.databases.values.ResultReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SqliteExportTest {

    private static final long SEED = 20260104;
    private static final int RANDOM_ROWS = 500;
    private static final ExportTable TABLE = new ExportTable(null, "odd \"t\"");

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        createTable();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void sqlReadsBackToTheSameTable() throws SQLException, IOException {
        fill();
        String before = snapshot();
        readBack(export(ExportFormat.SQL));
        assertThat(snapshot()).as("seed %d", SEED).isEqualTo(before);
    }

    @Test
    void valuesInPiecesAreTheSameInEveryFormat() throws SQLException, IOException {
        fill();
        // A text that is a number's word is never long.
        execute("DELETE FROM " + TABLE.sql() + " WHERE real = 'Infinity'");
        insert("'ünï 😀 \"q\"\\', 'a😀b,c\"😀', 2");
        String before = snapshot();
        for (ExportFormat format : List.of(ExportFormat.JSON, ExportFormat.NDJSON)) {
            assertThat(export(format, true)).as("seed %d", SEED).isEqualTo(export(format, false));
        }
        String csv = export(ExportFormat.CSV, true);
        assertThat(csv.replace("\"", ""))
                .isEqualTo(export(ExportFormat.CSV, false).replace("\"", ""));
        assertThat(csv).contains("\"a😀b,c\"\"😀\"");
        readBack(export(ExportFormat.SQL, true));
        assertThat(snapshot()).as("seed %d", SEED).isEqualTo(before);
    }

    private void fill() throws SQLException {
        insert("9223372036854775807, 9223372036854775807, 1");
        insert("-9223372036854775808, -9223372036854775808, -0.0");
        insert("9e999, -9e999, 5e-324");
        insert("'it''s ;', '12', 'text'");
        insert("CAST(X'610062' AS TEXT), CAST(X'ff00' AS TEXT), CAST(X'ff' AS TEXT)");
        insert("X'', X'00ff', 'Infinity'");
        insert("NULL, '\\x41', 1.7976931348623157e308");
        Random random = new Random(SEED);
        for (int i = 0; i < RANDOM_ROWS; i++) {
            insert(randomReal(random) + ", " + randomBlob(random) + ", CAST(" + randomBlob(random) + " AS TEXT)");
        }
    }

    private void readBack(String sql) throws SQLException {
        execute("DROP TABLE " + TABLE.sql());
        createTable();
        // The driver runs one statement at a time.
        for (String statement : sql.split(";\n(?=INSERT)", -1)) {
            execute(statement);
        }
    }

    @Test
    void csvTellsNullFromEmptyAndQuotesWhatNeedsIt() throws SQLException, IOException {
        insert("NULL, '', 1.5");
        insert("'a,b', 'say \"x\"', 10000000");
        insert("X'00ff', char(13, 10), 1e20");
        assertThat(export(ExportFormat.CSV))
                .isEqualTo("any,\"a \"\"b\",real\r\n,\"\",1.5\r\n\"a,b\",\"say \"\"x\"\"\",1.0E7\r\n"
                        + "\\x00ff,\"\r\n\",1.0E20\r\n");
    }

    @Test
    void emptyResultIsAnEmptyFileOfItsKind() throws SQLException, IOException {
        assertThat(export(ExportFormat.JSON)).isEqualTo("[]\n");
        assertThat(export(ExportFormat.NDJSON)).isEmpty();
        assertThat(export(ExportFormat.SQL)).isEmpty();
        assertThat(export(ExportFormat.CSV)).isEqualTo("any,\"a \"\"b\",real\r\n");
    }

    @Test
    void jsonHoldsTheSameRowsAsLines() throws SQLException, IOException {
        insert("1, 'x', 2");
        insert("NULL, X'00', 0.5");
        String json = export(ExportFormat.JSON);
        assertThat(RawRows.parse(json)).hasSize(2);
        assertThat(export(ExportFormat.NDJSON))
                .isEqualTo(json.replace("[\n", "").replace(",\n", "\n").replace("]\n", ""));
    }

    @Test
    void passesRowsOnBeforeTheEnd() throws SQLException, IOException {
        String series = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
                + " SELECT i, 'some text' FROM n";
        for (ExportFormat format : ExportFormat.values()) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(series)) {
                ResultReader rows = ResultReader.of(Engine.SQLITE, result);
                ExportWriter writer = format.open(rows, TABLE, out);
                while (rows.next()) {
                    writer.writeRow();
                }
                int before = out.size();
                writer.finish();
                assertThat(before)
                        .as("%s", format)
                        .isGreaterThan(out.size() - 100_000)
                        .isPositive();
            }
        }
    }

    private static String randomReal(Random random) {
        double real = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(real) ? Double.toString(real) : "0.1";
    }

    private static String randomBlob(Random random) {
        byte[] bytes = new byte[random.nextInt(8)];
        random.nextBytes(bytes);
        return "X'" + HexFormat.of().formatHex(bytes) + "'";
    }

    private void createTable() throws SQLException {
        execute("CREATE TABLE " + TABLE.sql() + " (\"any\", \"a \"\"b\" TEXT, \"real\" REAL)");
    }

    private void insert(String values) throws SQLException {
        execute("INSERT INTO " + TABLE.sql() + " VALUES (" + values + ")");
    }

    /** Storage classes and bytes of everything; quote() would round reals. */
    private String snapshot() throws SQLException {
        StringBuilder all = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + TABLE.sql())) {
            while (rows.next()) {
                for (int column = 1; column <= 3; column++) {
                    Object value = rows.getObject(column);
                    String text = value instanceof Double real
                            ? Long.toHexString(Double.doubleToLongBits(real))
                            : HexFormat.of().formatHex(value == null ? new byte[0] : rows.getBytes(column));
                    all.append(value == null ? "null" : value.getClass().getSimpleName())
                            .append(text)
                            .append(' ');
                }
                all.append('\n');
            }
        }
        return all.toString();
    }

    private String export(ExportFormat format) throws SQLException, IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + TABLE.sql())) {
            format.write(ResultReader.of(Engine.SQLITE, rows), TABLE, out, _ -> {});
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** @param inPieces whether every text and blob is read in pieces of three bytes */
    private String export(ExportFormat format, boolean inPieces) throws SQLException, IOException {
        List<ColumnDescription> columns = List.of(column("any", ""), column("a \"b", "TEXT"), column("real", "REAL"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + TABLE.sql())) {
            ResultReader reader = inPieces
                    ? ResultReader.of(Engine.SQLITE, rows, columns, SqliteExportTest::inPieces)
                    : ResultReader.of(Engine.SQLITE, rows, columns);
            format.write(reader, TABLE, out, _ -> {});
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static ColumnDescription column(String name, String type) {
        return new ColumnDescription(name, type, UiType.UNKNOWN, true, null, false, false);
    }

    private static Object inPieces(ResultSet row, int column, Object value) throws SQLException {
        if (value instanceof Number) {
            return value;
        }
        byte[] bytes = Objects.requireNonNullElse(row.getBytes(column), new byte[0]);
        return new LongValue(!(value instanceof byte[]), position -> {
            int from = (int) Math.min(bytes.length, position - 1);
            return Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 3));
        });
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
