package dev.wheelhouse.core.databases.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.wheelhouse.core.databases.values.JsonOutput;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.platform.json.OneLineOutput;
import java.io.BufferedOutputStream;
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
        this.generator = JsonOutput.generator(new OneLineOutput(this.out));
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
}
