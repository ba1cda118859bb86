package dev.wheelhouse.core.databases.export;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.values.ResultReader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.LongConsumer;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;
import org.postgresql.core.BaseConnection;

/**
 * CSV of one PostgreSQL query, made by the server (COPY, PostgreSQL part VI) and passed on row by row: the same bytes as
 * {@link ExportFormat#CSV} would give, in less time.
 */
public final class PostgresCsvCopy {

    private static final int BUFFER_BYTES = 64 * 1024;

    private PostgresCsvCopy() {}

    /**
     * Writes the whole file and flushes {@code out}, which stays open. Another thread may end it through
     * the driver's {@code cancelQuery()}; it then fails with SQLSTATE 57014.
     *
     * <p>After an exception the connection is to be closed, not used again: the request that cancels the copy travels
     * apart from it and may hit the next statement.
     *
     * @param query a single SELECT, VALUES or TABLE without parameters and without a semicolon at its end
     * @param written called with the count behind each row
     * @return how many rows
     */
    static long write(Connection connection, String query, OutputStream out, LongConsumer written)
            throws SQLException, IOException {
        writeHeader(connection, query, out);
        OutputStream buffered = new BufferedOutputStream(out, BUFFER_BYTES);
        // The line break ends a comment that the query may end with.
        CopyOut copy = new CopyManager(connection.unwrap(BaseConnection.class))
                .copyOut("COPY (" + query + "\n) TO STDOUT (FORMAT csv)");
        long count = 0;
        try {
            for (byte[] row = copy.readFromCopy(); row != null; row = copy.readFromCopy()) {
                // The server ends each row with a line feed.
                buffered.write(row, 0, row.length - 1);
                buffered.write('\r');
                buffered.write('\n');
                count++;
                written.accept(count);
            }
        } catch (IOException e) {
            cancel(copy, e);
            throw e;
        }
        buffered.flush();
        return copy.getHandledRowCount();
    }

    private static void cancel(CopyOut copy, IOException cause) {
        try {
            copy.cancelCopy();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** The names must be the ones that every other format has, so they are not the server's. */
    private static void writeHeader(Connection connection, String query, OutputStream out)
            throws SQLException, IOException {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM (" + query + "\n) AS exported LIMIT 0")) {
            new CsvWriter(ResultReader.of(Engine.POSTGRESQL, none), out).finish();
        }
    }
}
