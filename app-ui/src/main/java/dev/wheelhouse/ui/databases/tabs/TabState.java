package dev.wheelhouse.ui.databases.tabs;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Enough to open a tab, now or after a restart. Small texts only; unsaved SQL lies in a file of its own that a field
 * names.
 *
 * @param kind one of the constants here
 * @param connectionId whose database
 * @param fields such as {@code schema}, {@code table}, {@code filters}, {@code sort}, {@code text}, {@code file},
 *     {@code script}; where both are there, {@code file} has the text and {@code script} says where it is from
 */
public record TabState(String kind, String connectionId, Map<String, String> fields) {

    public static final String TABLE = "table";
    public static final String SQL = "sql";

    public TabState {
        fields = fields == null ? Map.of() : Map.copyOf(fields);
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

    /** A new SQL editor with a script that is read from its file. */
    public static TabState script(String connectionId, Path file) {
        return new TabState(SQL, connectionId, Map.of("script", file.toString()));
    }

    public Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /** Whether a tab opened for this would show the same; never for SQL and for filtered rows. */
    boolean isSamePlaceAs(TabState other) {
        if (!kind.equals(other.kind) || !connectionId.equals(other.connectionId)) {
            return false;
        }
        return switch (kind) {
            case TABLE ->
                Objects.equals(fields.get("schema"), other.fields.get("schema"))
                        && Objects.equals(fields.get("table"), other.fields.get("table"))
                        && fields.get("filters") == null
                        && other.fields.get("filters") == null;
            default -> false;
        };
    }
}
