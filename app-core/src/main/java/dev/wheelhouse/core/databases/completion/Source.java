package dev.wheelhouse.core.databases.completion;

import dev.wheelhouse.core.databases.catalog.SnapshotTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that a query reads from.
 *
 * @param name what columns are qualified with: the alias, else the table's own name
 * @param table null for a subquery, a CTE or a table that is not known
 * @param columns of it, as far as known
 */
record Source(String name, @Nullable SnapshotTable table, List<Source.Column> columns) {

    /** One column; its type may be empty. */
    record Column(String name, String dataType) {}

    Source {
        columns = List.copyOf(columns);
    }

    static Source of(String name, SnapshotTable table) {
        return new Source(
                name,
                table,
                table.columns().stream()
                        .map(each -> new Column(each.name(), each.dataType()))
                        .toList());
    }

    Source named(String other) {
        return new Source(other, table, columns);
    }
}
