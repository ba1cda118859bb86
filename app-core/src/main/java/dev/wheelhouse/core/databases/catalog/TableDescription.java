package dev.wheelhouse.core.databases.catalog;

import java.util.List;
import java.util.Optional;

/**
 * What a table or view is made of.
 *
 * @param primaryKey the columns that name one row: the primary key, else the smallest usable unique index, else SQLite's
 *     rowid (under whichever of its names no column shadows, and then not among {@code columns}), else empty
 */
public record TableDescription(
        String schema,
        String name,
        List<ColumnDescription> columns,
        List<String> primaryKey,
        List<IndexDescription> indexes,
        List<ForeignKeyDescription> foreignKeys) {

    public TableDescription {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
        indexes = List.copyOf(indexes);
        foreignKeys = List.copyOf(foreignKeys);
    }

    /** The column of exactly that name. */
    public Optional<ColumnDescription> findColumn(String column) {
        for (ColumnDescription each : columns) {
            if (each.name().equals(column)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Whether the key is SQLite's hidden rowid, which a reader must ask for by name. */
    public boolean isKeyedByRowid() {
        return primaryKey.size() == 1 && findColumn(primaryKey.getFirst()).isEmpty();
    }
}
