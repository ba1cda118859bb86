package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.values.JsonRows;
import dev.wheelhouse.core.databases.values.ResultReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as they come from the database, encoded at once; the values of the borders are kept for cursors. */
final class FetchedRows {

    private final ResultReader reader;
    private final JsonRows encoded;
    private final int limit;
    private final List<FetchedRow> rows = new ArrayList<>();

    FetchedRows(ResultReader reader, JsonRows encoded, int limit) {
        this.reader = reader;
        this.encoded = encoded;
        this.limit = limit;
    }

    JsonRows encoded() {
        return encoded;
    }

    List<FetchedRow> rows() {
        return rows;
    }

    /** Takes the reader's current row; false when it does not fit. The row past the limit only shows that it exists. */
    boolean add() throws SQLException {
        if (rows.size() == limit) {
            rows.add(new FetchedRow(encoded.size(), encoded.size(), List.of()));
            return true;
        }
        long before = encoded.size();
        if (!encoded.add()) {
            return false;
        }
        boolean border = rows.isEmpty() || rows.size() == limit - 1;
        // Behind the comma that separates it from the row before.
        long start = rows.isEmpty() ? before : before + 1;
        rows.add(new FetchedRow(start, encoded.size(), border ? cells() : List.of()));
        return true;
    }

    private List<@Nullable Object> cells() throws SQLException {
        List<@Nullable Object> cells = new ArrayList<>();
        for (int column = 1; column <= reader.fields().size(); column++) {
            cells.add(reader.read(column));
        }
        return cells;
    }

    /** The JSON of the arranged rows, separated by commas. */
    List<ByteBuffer> bytesOf(List<FetchedRow> arranged, boolean reversed) {
        if (!reversed) {
            return encoded.buffers();
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream((int) encoded.size());
        try {
            encoded.writeTo(all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] bytes = all.toByteArray();
        List<ByteBuffer> turned = new ArrayList<>();
        for (FetchedRow row : arranged) {
            if (!turned.isEmpty()) {
                turned.add(ByteBuffer.wrap(new byte[] {','}));
            }
            turned.add(ByteBuffer.wrap(bytes, (int) row.start(), (int) (row.end() - row.start())));
        }
        return turned;
    }
}
