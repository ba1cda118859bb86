package dev.wheelhouse.core.databases.export;

import dev.wheelhouse.core.databases.values.Field;
import dev.wheelhouse.core.databases.values.LongValue;
import dev.wheelhouse.core.databases.values.ResultReader;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;

/**
 * CSV with a header (RFC 4180). NULL is nothing between the commas and the empty string is {@code ""}, as in
 * PostgreSQL's COPY, which can read the file back.
 */
final class CsvWriter implements ExportWriter {

    private final ResultReader rows;
    private final OutputStream out;
    private final TextBuffer buffer;
    private final int width;

    CsvWriter(ResultReader rows, OutputStream out) throws IOException {
        this.rows = rows;
        this.out = out;
        this.buffer = new TextBuffer(out);
        this.width = rows.fields().size();
        String separator = "";
        for (Field field : rows.fields()) {
            buffer.text().append(separator);
            appendField(field.name(), buffer.text());
            separator = ",";
        }
        buffer.text().append("\r\n");
    }

    @Override
    public void writeRow() throws SQLException, IOException {
        for (int column = 1; column <= width; column++) {
            if (column > 1) {
                buffer.text().append(',');
            }
            Object value = rows.read(column);
            if (value instanceof LongValue longValue) {
                buffer.text().append('"');
                longValue.writeText(part -> buffer.add(part.replace("\"", "\"\"")));
                buffer.text().append('"');
            } else if (value != null) {
                appendField(rows.codec(column).text(value), buffer.text());
            }
        }
        buffer.text().append("\r\n");
        buffer.flushIfLarge();
    }

    @Override
    public void finish() throws IOException {
        buffer.flush();
        out.flush();
    }

    private void appendField(String value, StringBuilder text) {
        if (!needsQuotes(value)) {
            text.append(value);
            return;
        }
        text.append('"');
        int from = 0;
        for (int quote = value.indexOf('"'); quote >= 0; quote = value.indexOf('"', from)) {
            text.append(value, from, quote + 1).append('"');
            from = quote + 1;
        }
        text.append(value, from, value.length()).append('"');
    }

    private boolean needsQuotes(String value) {
        // A line of \. alone ends the data for COPY.
        if (value.isEmpty() || (width == 1 && value.equals("\\."))) {
            return true;
        }
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (each == ',' || each == '"' || each == '\n' || each == '\r') {
                return true;
            }
        }
        return false;
    }
}
