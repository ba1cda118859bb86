package dev.wheelhouse.core.databases.export;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.values.Field;
import dev.wheelhouse.core.databases.values.LongValue;
import dev.wheelhouse.core.databases.values.ResultReader;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.stream.Collectors;

/**
 * INSERT statements of up to 100 rows each. The result must not have generated columns, which take no value; identity
 * columns keep theirs.
 */
final class SqlInsertWriter implements ExportWriter {

    private static final int ROWS_A_STATEMENT = 100;

    private final ResultReader rows;
    private final OutputStream out;
    private final TextBuffer buffer;
    private final String opening;
    private int rowsInStatement;

    SqlInsertWriter(ResultReader rows, ExportTable table, OutputStream out) {
        this.rows = rows;
        this.out = out;
        this.buffer = new TextBuffer(out);
        this.opening = opening(rows, table);
    }

    @Override
    public void writeRow() throws SQLException, IOException {
        buffer.text().append(rowsInStatement == 0 ? opening : ",\n(");
        for (int column = 1; column <= rows.fields().size(); column++) {
            if (column > 1) {
                buffer.text().append(", ");
            }
            Object value = rows.read(column);
            if (value == null) {
                buffer.text().append("NULL");
            } else if (value instanceof LongValue longValue) {
                // A text as well: its bytes may be none that a literal can hold.
                buffer.text().append(longValue.isText() ? "CAST(X'" : "X'");
                longValue.writeHex(buffer::add);
                buffer.text().append(longValue.isText() ? "' AS TEXT)" : "'");
            } else {
                rows.codec(column).appendLiteral(value, buffer.text());
            }
        }
        buffer.text().append(')');
        rowsInStatement++;
        if (rowsInStatement == ROWS_A_STATEMENT) {
            endStatement();
        }
        buffer.flushIfLarge();
    }

    @Override
    public void finish() throws IOException {
        if (rowsInStatement > 0) {
            endStatement();
        }
        buffer.flush();
        out.flush();
    }

    private void endStatement() {
        buffer.text().append(";\n");
        rowsInStatement = 0;
    }

    private static String opening(ResultReader rows, ExportTable table) {
        String columns =
                rows.fields().stream().map(Field::name).map(Identifiers::quote).collect(Collectors.joining(", "));
        // Without the clause PostgreSQL refuses values for GENERATED ALWAYS AS IDENTITY; elsewhere it means nothing.
        String overriding = rows.engine() == Engine.POSTGRESQL ? " OVERRIDING SYSTEM VALUE" : "";
        return "INSERT INTO " + table.sql() + " (" + columns + ")" + overriding + " VALUES\n(";
    }
}
