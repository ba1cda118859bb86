package dev.wheelhouse.core.databases.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.wheelhouse.core.databases.values.JsonOutput;
import dev.wheelhouse.core.databases.values.ResultReader;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;

/** One JSON object a line. */
final class NdjsonWriter implements ExportWriter {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final ResultReader rows;
    private final OutputStream out;
    private final JsonGenerator generator;

    NdjsonWriter(ResultReader rows, OutputStream out) {
        this.rows = rows;
        this.out = new BufferedOutputStream(out, BUFFER_BYTES);
        this.generator = JsonOutput.generator(new OneLine(this.out));
    }

    @Override
    public void writeRow() throws SQLException, IOException {
        rows.writeRow(generator);
        generator.flush();
        out.write('\n');
    }

    @Override
    public void finish() throws IOException {
        out.flush();
    }

    /**
     * Keeps JSON on one line. A line end in it can only be white space between tokens, as a {@code json} value may have
     * been stored with; within strings line ends are escaped (RFC 8259 section 7).
     */
    private static final class OneLine extends FilterOutputStream {

        OneLine(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int from = offset;
            int end = offset + length;
            for (int i = offset; i < end; i++) {
                if (bytes[i] == '\n' || bytes[i] == '\r') {
                    out.write(bytes, from, i - from);
                    out.write(' ');
                    from = i + 1;
                }
            }
            out.write(bytes, from, end - from);
        }
    }
}
