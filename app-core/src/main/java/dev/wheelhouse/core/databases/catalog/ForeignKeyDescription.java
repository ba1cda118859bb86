package dev.wheelhouse.core.databases.catalog;

import java.util.List;

/** One foreign key: {@code columns} refer to {@code refColumns}, pair by pair. */
public record ForeignKeyDescription(
        String name, List<String> columns, String refSchema, String refTable, List<String> refColumns) {

    public ForeignKeyDescription {
        columns = List.copyOf(columns);
        refColumns = List.copyOf(refColumns);
    }
}
