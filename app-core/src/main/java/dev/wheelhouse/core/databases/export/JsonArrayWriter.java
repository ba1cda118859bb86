package dev.wheelhouse.core.databases.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.wheelhouse.core.databases.values.JsonOutput;
import dev.wheelhouse.core.databases.values.ResultReader;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;

/** One JSON array with an object a row. */
final class JsonArrayWriter implements ExportWriter {

    private final ResultReader rows;
    private final OutputStream out;
    private final JsonGenerator generator;
    private String separator = "[\n";

    JsonArrayWriter(ResultReader rows, OutputStream out) {
        this.rows = rows;
        this.out = out;
        this.generator = JsonOutput.generator(out);
    }

    @Override
    public void writeRow() throws SQLException, IOException {
        generator.writeRaw(separator);
        separator = ",\n";
        rows.writeRow(generator);
    }

    @Override
    public void finish() throws IOException {
        generator.writeRaw(separator.startsWith("[") ? "[]\n" : "\n]\n");
        generator.flush();
        out.flush();
    }
}
