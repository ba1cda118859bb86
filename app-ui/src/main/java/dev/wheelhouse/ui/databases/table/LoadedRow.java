package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.tables.Cell;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A row as it was read once. Two readings of one row are two objects with one {@link #key}. */
final class LoadedRow {

    private final List<Cell> cells;
    private final Map<String, RawJson> key;

    LoadedRow(TableShape shape, List<Cell> cells) {
        this.cells = List.copyOf(cells);
        this.key = key(shape, cells);
    }

    private static Map<String, RawJson> key(TableShape shape, List<Cell> cells) {
        Map<String, RawJson> key = new LinkedHashMap<>();
        for (String name : shape.table().primaryKey()) {
            if (cells.get(shape.indexOf(name)) instanceof Cell.Whole(RawJson json)) {
                key.put(name, json);
            } else {
                // A key too long to be read does not name the row here.
                return Map.of();
            }
        }
        return key;
    }

    Cell cell(int column) {
        return cells.get(column);
    }

    int width() {
        return cells.size();
    }

    /** Column name to value; empty for a row that nothing names. */
    Map<String, RawJson> key() {
        return key;
    }

    /** The value; empty where only its beginning was read. */
    Optional<RawJson> whole(int column) {
        return cells.get(column) instanceof Cell.Whole(RawJson json) ? Optional.of(json) : Optional.empty();
    }
}
