package dev.wheelhouse.ui.databases.tree;

import dev.wheelhouse.core.databases.catalog.TableSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A database's tables, ready to be filtered. Immutable; made beside the window's thread.
 *
 * @param schemas by name, each with its tables in order
 */
record LoadedTables(Map<String, List<Entry>> schemas) {

    /** @param folded what a filter looks at: schema and name in lower case */
    record Entry(TableSummary summary, String folded) {}

    static LoadedTables of(List<TableSummary> tables) {
        Map<String, List<Entry>> schemas = new LinkedHashMap<>();
        for (TableSummary table : tables) {
            String folded = (table.schema() + "." + table.name()).toLowerCase(Locale.ROOT);
            schemas.computeIfAbsent(table.schema(), _ -> new ArrayList<>()).add(new Entry(table, folded));
        }
        return new LoadedTables(schemas);
    }

    boolean isEmpty() {
        return schemas.isEmpty();
    }
}
