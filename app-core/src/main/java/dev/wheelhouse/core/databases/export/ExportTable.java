package dev.wheelhouse.core.databases.export;

import dev.wheelhouse.core.databases.catalog.Identifiers;
import org.jspecify.annotations.Nullable;

/**
 * The table that exported SQL inserts into.
 *
 * @param schema null to leave it to the reader of the file
 * @param name unquoted
 */
public record ExportTable(@Nullable String schema, String name) {

    String sql() {
        String table = Identifiers.quote(name);
        return schema == null ? table : Identifiers.quote(schema) + '.' + table;
    }
}
