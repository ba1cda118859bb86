package dev.wheelhouse.core.databases.values;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRowsTest {

    private static final String SERIES = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)"
            + " SELECT i, printf('%.*c', i * 20, 'x') AS text FROM n";

    private Connection connection;
    private Statement statement;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        statement = connection.createStatement();
    }

    @AfterEach
    void close() throws SQLException {
        statement.close();
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {10, 100, 5_000, 8_191, 8_192, 8_193, 50_000, 300_000, 899_000})
    void keepsWholeRowsWithinTheLimit(long limit) throws SQLException, IOException {
        String all = encode(new JsonRows(series(), Long.MAX_VALUE));
        JsonRows rows = new JsonRows(series(), limit);
        String kept = encode(rows);

        assertThat(rows.size()).isEqualTo(kept.length()).isLessThanOrEqualTo(limit);
        assertThat(all).startsWith(kept);
        assertThat(RawRows.parse("[" + kept + "]")).hasSize(rows.count());
        int end = all.indexOf("},{", kept.length() + 1);
        assertThat(end).as("the next row would not have fitted").isGreaterThan((int) limit - 2);
    }

    @Test
    void takesNothingAfterARowThatDidNotFit() throws SQLException {
        ResultReader reader = reader("SELECT 'long enough' AS v UNION ALL SELECT 1");
        JsonRows rows = new JsonRows(reader, 10);
        reader.next();
        assertThat(rows.add()).isFalse();
        reader.next();
        assertThat(rows.add()).isFalse();
        assertThat(rows.size()).isZero();
        assertThat(rows.buffers()).isEmpty();
    }

    @Test
    void namesTheFieldThatDidNotFit() throws SQLException {
        ResultReader reader = reader("SELECT 1 AS a, zeroblob(1000) AS b, 'x' AS c");
        JsonRows rows = new JsonRows(reader, 100);
        reader.next();
        assertThat(rows.add()).isFalse();
        assertThat(rows.widestField().name()).isEqualTo("b");
    }

    @Test
    void givesTheSameBytesAsBuffersAndAsAStream() throws SQLException, IOException {
        JsonRows rows = new JsonRows(series(), Long.MAX_VALUE);
        String written = encode(rows);
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (ByteBuffer buffer : rows.buffers()) {
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            joined.write(part);
        }
        assertThat(joined.toString(StandardCharsets.UTF_8)).isEqualTo(written);
        assertThat(rows.buffers()).hasSizeGreaterThan(2);
    }

    @Test
    void writesCharactersBeyondTheBasicPlaneAsThemselves() throws SQLException, IOException {
        JsonRows rows = new JsonRows(reader("SELECT '🙂' AS \"🙂\""), Long.MAX_VALUE);
        assertThat(encode(rows)).isEqualTo("{\"🙂\":\"🙂\"}");
    }

    @Test
    void readsTheFieldsOfAnEmptyResult() throws SQLException, IOException {
        ResultReader reader = reader("SELECT 1.5 AS a, NULL AS b WHERE 0");
        assertThat(reader.fields()).containsExactly(new Field("a", ""), new Field("b", ""));
        assertThat(encode(new JsonRows(reader, 10))).isEmpty();
    }

    private ResultReader series() throws SQLException {
        return reader(SERIES);
    }

    private ResultReader reader(String sql) throws SQLException {
        ResultSet rows = statement.executeQuery(sql);
        return ResultReader.of(Engine.SQLITE, rows);
    }

    private static String encode(JsonRows rows) throws SQLException, IOException {
        while (rows.reader().next() && rows.add()) {
            // Every row that fits.
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        rows.writeTo(out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
