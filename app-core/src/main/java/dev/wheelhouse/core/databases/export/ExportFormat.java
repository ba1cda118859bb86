package dev.wheelhouse.core.databases.export;

import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.platform.json.WireName;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.function.LongConsumer;

/** The kinds of file that rows can be exported as. */
public enum ExportFormat implements WireName {
    CSV("text/csv; charset=utf-8; header=present"),
    JSON("application/json"),
    NDJSON("application/x-ndjson"),
    SQL("application/sql; charset=utf-8");

    private final String mediaType;

    ExportFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }

    /**
     * Begins a file.
     *
     * @param table what SQL inserts into; the other formats do not name it
     * @param out never closed by the writer; need not be buffered
     */
    public ExportWriter open(ResultReader rows, ExportTable table, OutputStream out) throws IOException {
        return switch (this) {
            case CSV -> new CsvWriter(rows, out);
            case JSON -> new JsonArrayWriter(rows, out);
            case NDJSON -> new NdjsonWriter(rows, out);
            case SQL -> new SqlInsertWriter(rows, table, out);
        };
    }

    /**
     * Writes a whole file from all rows that the reader still has.
     *
     * @param written called with the count behind each row
     * @return how many
     */
    long write(ResultReader rows, ExportTable table, OutputStream out, LongConsumer written)
            throws SQLException, IOException {
        ExportWriter writer = open(rows, table, out);
        long count = 0;
        while (rows.next()) {
            writer.writeRow();
            count++;
            written.accept(count);
        }
        writer.finish();
        return count;
    }
}
