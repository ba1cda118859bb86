package dev.wheelhouse.ui.databases.tabs;

import java.util.Map;
import java.util.Optional;

/**
 * Enough to open a tab, now or after a restart. Small texts only; unsaved SQL lies in a file of its own that a field
 * names.
 *
 * @param kind one of the constants here
 * @param connectionId whose database; empty for a tab of every connection
 * @param fields such as {@code schema}, {@code table}, {@code filters}, {@code sort}, {@code text}, {@code file}
 */
public record TabState(String kind, String connectionId, Map<String, String> fields) {

    public static final String TABLE = "table";
    public static final String SQL = "sql";
    public static final String HISTORY = "history";

    public TabState {
        fields = Map.copyOf(fields);
    }

    /** The rows of a table or view. */
    public static TabState table(String connectionId, String schema, String table) {
        return new TabState(TABLE, connectionId, Map.of("schema", schema, "table", table));
    }

    /** The rows of a table that meet filters (the grammar of the filter bar). */
    public static TabState table(String connectionId, String schema, String table, String filters) {
        return new TabState(TABLE, connectionId, Map.of("schema", schema, "table", table, "filters", filters));
    }

    /** A new SQL editor with a text to begin with, which may be empty. */
    public static TabState sql(String connectionId, String text) {
        return new TabState(SQL, connectionId, Map.of("text", text));
    }

    public Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }
}
