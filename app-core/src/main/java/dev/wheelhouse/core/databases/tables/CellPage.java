package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.values.Cell;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a table as cells, in the order asked for.
 *
 * @param table as it was when the rows were read
 * @param columns of every row: SQLite's rowid first when that is the key, then the table's
 * @param hasMore whether rows follow
 * @param hasLess whether rows stand before; after a rough landing they are taken to
 * @param next cursor for {@code after}; null at the end, and where the rows cannot be marked
 * @param previous cursor for {@code before}; null at the beginning, and where the rows cannot be marked
 * @param offset rows known to stand before the first one; -1 for a page that was not found by counting
 */
public record CellPage(
        TableDescription table,
        List<ColumnDescription> columns,
        List<List<Cell>> rows,
        boolean hasMore,
        boolean hasLess,
        @Nullable String next,
        @Nullable String previous,
        long offset) {

    public CellPage {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
