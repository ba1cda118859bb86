package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.catalog.TableDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one table that a result's rows are rows of, its key among the columns.
 *
 * @param columns one for each field of the result
 */
public record ResultSource(TableDescription table, List<Column> columns) {

    /**
     * What a field shows.
     *
     * @param name the table's column, or SQLite's rowid; null for what the statement computes
     * @param obstacle why it cannot be changed, as a sentence; null when there is no obstacle
     */
    public record Column(@Nullable String name, @Nullable String obstacle) {}

    public ResultSource {
        columns = List.copyOf(columns);
    }
}
