package dev.wheelhouse.core.databases.catalog;

import java.util.List;

/**
 * One index.
 *
 * @param columns column names in order; an expression stands as its text
 */
public record IndexDescription(String name, List<String> columns, boolean unique, boolean primary) {

    public IndexDescription {
        columns = List.copyOf(columns);
    }
}
