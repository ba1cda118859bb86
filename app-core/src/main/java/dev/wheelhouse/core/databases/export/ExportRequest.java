package dev.wheelhouse.core.databases.export;

import dev.wheelhouse.core.platform.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * What to export: a statement that reads, or a table.
 *
 * @param sql one reading statement; null for a table
 * @param schema null for the engine's default
 * @param table null for a statement
 * @param parameters of a statement: a JSON object for {@code :name}, an array for {@code $1}; null to leave the text as
 *     it is
 * @param filters of a table, in the grammar of row reading; blank for all
 * @param sort of a table; blank for the key's order
 * @param confirm whether what the statement writes, although it reads by its text, was confirmed
 */
public record ExportRequest(
        @Nullable String sql,
        @Nullable RawJson parameters,
        @Nullable String schema,
        @Nullable String table,
        String filters,
        String sort,
        ExportFormat format,
        boolean confirm) {

    /** The same, with what it writes confirmed. */
    public ExportRequest confirmed() {
        return new ExportRequest(sql, parameters, schema, table, filters, sort, format, true);
    }

    /** All rows of a statement that has no parameters. */
    public static ExportRequest ofStatement(String sql, ExportFormat format) {
        return new ExportRequest(sql, null, null, null, "", "", format, false);
    }
}
