package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.edits.Edit;
import dev.wheelhouse.core.databases.edits.EditOperation;
import dev.wheelhouse.core.databases.edits.EditService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.GridCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rows as the statements that would insert them, written by the database's own planner. */
final class InsertSink implements CopySink {

    private final Databases databases;
    private final Supplier<Caller> callers;
    private final RowPlace place;
    private final List<@Nullable String> columns;
    private final List<Edit> waiting = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    /** @param columns the table's column of each copied one; null for one that no statement may set */
    InsertSink(Databases databases, Supplier<Caller> callers, RowPlace place, List<@Nullable String> columns) {
        this.databases = databases;
        this.callers = callers;
        this.place = place;
        this.columns = columns;
    }

    @Override
    public void add(List<GridCell> row) {
        Map<String, RawJson> values = new LinkedHashMap<>();
        for (int i = 0; i < row.size(); i++) {
            String column = columns.get(i);
            GridCell cell = row.get(i);
            if (column != null && cell.kind() != GridCell.Kind.DEFAULT) {
                values.put(column, cell.isNull() ? RawJson.NULL : new RawJson(cell.json()));
            }
        }
        waiting.add(new Edit(EditOperation.INSERT, place.schema(), place.table(), Map.of(), values));
        if (waiting.size() == EditService.MOST_EDITS) {
            write();
        }
    }

    private void write() {
        if (waiting.isEmpty()) {
            return;
        }
        List<String> statements =
                databases.edits().preview(callers.get(), place.connection().id(), waiting);
        statements.forEach(statement -> text.append(statement).append(";\n"));
        waiting.clear();
    }

    @Override
    public long length() {
        return text.length();
    }

    @Override
    public String text() {
        write();
        return text.isEmpty() ? "" : text.substring(0, text.length() - 1);
    }
}
