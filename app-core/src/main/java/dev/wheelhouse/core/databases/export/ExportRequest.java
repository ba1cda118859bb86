package dev.wheelhouse.core.databases.export;

import org.jspecify.annotations.Nullable;

/**
 * What to export: a statement that reads, or a table.
 *
 * @param sql one reading statement; null for a table
 * @param schema null for the engine's default
 * @param table null for a statement
 * @param filters of a table, in the grammar of row reading; blank for all
 * @param sort of a table; blank for the key's order
 */
public record ExportRequest(
        @Nullable String sql,
        @Nullable String schema,
        @Nullable String table,
        String filters,
        String sort,
        ExportFormat format) {}
