package dev.wheelhouse.api.databases;

import dev.wheelhouse.core.databases.catalog.TableSummary;
import org.jspecify.annotations.Nullable;

/** A table in a listing. */
record TableSummaryJson(
        String schema,
        String name,
        TableSummary.Kind kind,
        @Nullable Long estimatedRows,
        @Nullable String comment) {

    static TableSummaryJson from(TableSummary table) {
        return new TableSummaryJson(table.schema(), table.name(), table.kind(), table.estimatedRows(), table.comment());
    }
}
