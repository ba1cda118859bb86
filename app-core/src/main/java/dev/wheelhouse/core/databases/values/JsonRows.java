package dev.wheelhouse.core.databases.values;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.List;

/**
 * Rows as UTF-8 JSON, straight from the result: {@code {"a":1},{"a":2}}, to be put between brackets. Holds whole rows
 * only and at most a given number of bytes. Not thread-safe while rows are added; afterwards its bytes may be read by
 * any thread that it was safely handed to.
 */
public final class JsonRows {

    private final ResultReader reader;
    private final long limitBytes;
    private final ChunkedBytes bytes;
    private final JsonGenerator generator;
    private boolean full;
    private int count;

    /** @param limitBytes the most that the rows may take, separators included */
    public JsonRows(ResultReader reader, long limitBytes) {
        this.reader = reader;
        this.limitBytes = limitBytes;
        this.bytes = new ChunkedBytes(limitBytes);
        this.generator = JsonOutput.generator(bytes);
    }

    /**
     * Adds the reader's current row. Once a row did not fit, no further one is taken.
     *
     * @return false if the row did not fit; then nothing of it was added
     */
    public boolean add() throws SQLException {
        if (full) {
            return false;
        }
        long before = bytes.size();
        try {
            if (count > 0) {
                generator.writeRaw(',');
            }
            reader.writeRow(generator);
            generator.flush();
        } catch (ChunkedBytes.LimitReached e) {
            // What the generator still holds of the row is never flushed.
            bytes.truncate(before);
            full = true;
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        count++;
        return true;
    }

    public ResultReader reader() {
        return reader;
    }

    /** How many rows were added. */
    public int count() {
        return count;
    }

    /** Bytes of the rows added so far. */
    public long size() {
        return bytes.size();
    }

    /** Views of the bytes, in order, read-only; no copy is made. */
    public List<ByteBuffer> buffers() {
        return bytes.buffers();
    }

    public void writeTo(OutputStream out) throws IOException {
        bytes.writeTo(out);
    }

    /** The field that takes most of the reader's current row; for telling why it did not fit. */
    public Field widestField() throws SQLException {
        Field widest = reader.fields().getFirst();
        long most = -1;
        for (int column = 1; column <= reader.fields().size(); column++) {
            long size = size(column);
            if (size > most) {
                most = size;
                widest = reader.fields().get(column - 1);
            }
        }
        return widest;
    }

    private long size(int column) throws SQLException {
        ChunkedBytes alone = new ChunkedBytes(limitBytes);
        try (JsonGenerator out = JsonOutput.generator(alone)) {
            reader.writeValue(column, out);
            out.flush();
            return alone.size();
        } catch (ChunkedBytes.LimitReached e) {
            return limitBytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
