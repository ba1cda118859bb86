package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.rows.RowPosition;

/**
 * Which rows of a table.
 *
 * @param limit 1 to 1000
 * @param sort in the grammar of {@code rows.SortParser}; blank for the key's order
 * @param filters in the grammar of {@code rows.FilterParser}; blank for all
 */
public record RowsRequest(int limit, String sort, String filters, RowPosition position) {}
