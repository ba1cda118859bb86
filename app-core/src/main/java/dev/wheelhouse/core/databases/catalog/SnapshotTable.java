package dev.wheelhouse.core.databases.catalog;

import java.util.List;
import java.util.Locale;

/**
 * A table or view with what completing SQL asks for.
 *
 * @param searched {@code name} in lower case
 * @param reachable whether the name alone finds it, without its schema
 */
public record SnapshotTable(
        String schema,
        String name,
        String searched,
        boolean view,
        boolean reachable,
        List<SnapshotColumn> columns,
        List<ForeignKeyDescription> foreignKeys) {

    /** One column and its type as the database writes it. */
    public record SnapshotColumn(String name, String dataType) {}

    public SnapshotTable {
        columns = List.copyOf(columns);
        foreignKeys = List.copyOf(foreignKeys);
    }

    public SnapshotTable(
            String schema,
            String name,
            boolean view,
            boolean reachable,
            List<SnapshotColumn> columns,
            List<ForeignKeyDescription> foreignKeys) {
        this(schema, name, name.toLowerCase(Locale.ROOT), view, reachable, columns, foreignKeys);
    }
}
