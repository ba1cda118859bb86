package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The columns that a query of a table may name: its own, and before them SQLite's rowid when that is the key. */
final class TableColumns {

    private static final int NEAR_MATCHES = 3;

    private final String table;
    private final List<ColumnDescription> columns;
    private final Map<String, ColumnDescription> byName = new HashMap<>();

    private TableColumns(String table, List<ColumnDescription> columns) {
        this.table = table;
        this.columns = List.copyOf(columns);
        columns.forEach(column -> byName.put(column.name(), column));
    }

    static TableColumns of(TableDescription table) {
        List<ColumnDescription> columns = new ArrayList<>(table.columns());
        if (table.isKeyedByRowid()) {
            columns.addFirst(new ColumnDescription(
                    table.primaryKey().getFirst(), "INTEGER", UiType.INTEGER, false, null, false, false));
        }
        return new TableColumns(table.name(), columns);
    }

    /** In the order of the select list. */
    List<ColumnDescription> all() {
        return columns;
    }

    Optional<ColumnDescription> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * The column of exactly that name, or a refusal that names similar ones.
     *
     * @param path the query parameter at fault
     */
    ColumnDescription require(String name, String path) {
        return find(name).orElseThrow(() -> AppException.invalid(path, unknown(name)));
    }

    String unknown(String name) {
        List<String> near = columns.stream()
                .map(ColumnDescription::name)
                .filter(candidate -> isNear(candidate, name))
                .limit(NEAR_MATCHES)
                .map(candidate -> '"' + candidate + '"')
                .toList();
        String hint = near.isEmpty()
                ? "See the table's description for its columns."
                : near.stream().collect(Collectors.joining(" or ", "Did you mean ", "?"));
        return "\"" + table + "\" has no column \"" + name + "\". " + hint;
    }

    private static boolean isNear(String candidate, String name) {
        String left = candidate.toLowerCase(Locale.ROOT);
        String right = name.toLowerCase(Locale.ROOT);
        int allowed = Math.clamp(right.length() / 3, 0, 2);
        return Math.abs(left.length() - right.length()) <= allowed && distance(left, right) <= allowed;
    }

    /** Levenshtein's distance. */
    private static int distance(String left, String right) {
        int[] previous = new int[right.length() + 1];
        for (int j = 0; j < previous.length; j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] current = new int[previous.length];
            current[0] = i;
            for (int j = 1; j < current.length; j++) {
                int change = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(change, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[right.length()];
    }
}
