package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A row as it was read once. Two readings of one row are two objects with one {@link #key}. */
public final class LoadedRow {

    private final List<Cell> cells;
    private final Map<String, RawJson> key;

    public LoadedRow(RowShape shape, List<Cell> cells) {
        this.cells = List.copyOf(cells);
        this.key = key(shape, cells);
    }

    private static Map<String, RawJson> key(RowShape shape, List<Cell> cells) {
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

    /** The row with the table's values as they were read again, by column. */
    LoadedRow withCells(RowShape shape, Map<String, Cell> read) {
        List<Cell> now = new ArrayList<>(cells);
        for (int column = 0; column < now.size(); column++) {
            Cell cell = read.get(shape.columns().get(column).name());
            if (cell != null && shape.isOwn(column)) {
                now.set(column, cell);
            }
        }
        return new LoadedRow(shape, now);
    }

    public Cell cell(int column) {
        return cells.get(column);
    }

    List<Cell> cells() {
        return cells;
    }

    int width() {
        return cells.size();
    }

    /** Column name to value; empty for a row that nothing names. */
    public Map<String, RawJson> key() {
        return key;
    }

    /** The value; empty where only its beginning was read. */
    public Optional<RawJson> whole(int column) {
        return cells.get(column).value();
    }
}
