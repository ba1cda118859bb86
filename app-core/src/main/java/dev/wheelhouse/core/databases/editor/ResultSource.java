package dev.wheelhouse.core.databases.editor;

import java.util.List;

/**
 * The one table that all columns of a result come from, key included.
 *
 * @param columns for each field the table's column
 * @param key the columns that name a row, each of them among {@code columns}
 */
public record ResultSource(String schema, String table, List<String> columns, List<String> key) {

    public ResultSource {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }
}
