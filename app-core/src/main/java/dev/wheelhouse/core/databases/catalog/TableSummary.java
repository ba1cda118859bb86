package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.platform.json.WireName;
import org.jspecify.annotations.Nullable;

/**
 * One line of the list of tables.
 *
 * @param estimatedRows the planner's estimate, at least 0; null when the engine has none (never analysed, a view)
 * @param comment the description kept in the database; null without one
 */
public record TableSummary(
        String schema,
        String name,
        Kind kind,
        @Nullable Long estimatedRows,
        @Nullable String comment) {

    /** What sort of relation it is. */
    public enum Kind implements WireName {
        /** An ordinary table, on SQLite a virtual one too. */
        TABLE,
        VIEW,
        MATERIALIZED_VIEW,
        FOREIGN_TABLE,
        PARTITIONED_TABLE
    }
}
