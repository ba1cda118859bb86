package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.rows.FilterParser;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.tables.CellPage;
import dev.wheelhouse.core.databases.tables.RowsRequest;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads rows again by their keys. Its calls block. */
public final class RowReading {

    private static final int CHARACTERS = 256;

    private final Databases databases;
    private final Supplier<Caller> callers;
    private final RowPlace place;
    private final RowShape shape;

    public RowReading(Databases databases, Supplier<Caller> callers, RowPlace place, RowShape shape) {
        this.databases = databases;
        this.callers = callers;
        this.place = place;
        this.shape = shape;
    }

    /** The rows that are there, by key; each by the table's columns. */
    public Map<Map<String, RawJson>, Map<String, Cell>> read(List<Map<String, RawJson>> keys) {
        Map<Map<String, RawJson>, Map<String, Cell>> found = new HashMap<>();
        int portion = Math.max(
                1,
                (FilterParser.MAX_CONDITIONS - 2) / shape.table().primaryKey().size());
        for (int start = 0; start < keys.size(); start += portion) {
            List<Map<String, RawJson>> part = keys.subList(start, Math.min(keys.size(), start + portion));
            RowsRequest request = new RowsRequest(part.size() + 1, "", FilterFormatter.anyOf(part), RowPosition.START);
            CellPage page = databases
                    .rows()
                    .cells(callers.get(), place.connection().id(), place.schema(), place.table(), request, CHARACTERS);
            page.rows().forEach(cells -> add(page, cells, found));
        }
        return found;
    }

    private void add(CellPage page, List<Cell> cells, Map<Map<String, RawJson>, Map<String, Cell>> found) {
        Map<String, Cell> row = new HashMap<>();
        List<ColumnDescription> columns = page.columns();
        for (int i = 0; i < columns.size(); i++) {
            row.put(columns.get(i).name(), cells.get(i));
        }
        Map<String, RawJson> key = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        for (String name : shape.table().primaryKey()) {
            Cell cell = row.get(name);
            if (cell == null || cell.value().isEmpty()) {
                missing.add(name);
            } else {
                key.put(name, cell.value().get());
            }
        }
        if (missing.isEmpty()) {
            found.put(key, row);
        }
    }
}
