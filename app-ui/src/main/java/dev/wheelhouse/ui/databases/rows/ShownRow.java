package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.GridCell;
import dev.wheelhouse.ui.controls.grid.GridRow;
import org.jspecify.annotations.Nullable;

/** A row with what is staged for it. At least one of the two is there. */
public record ShownRow(
        RowShape shape,
        @Nullable LoadedRow loaded,
        @Nullable StagedRow staged) implements GridRow {

    @Override
    public GridCell cell(int column) {
        RawJson value = staged == null ? null : staged.values().get(column);
        if (value != null) {
            GridCell cell = ofValue(value, column);
            return loaded == null ? cell : cell.asChanged();
        }
        if (loaded == null) {
            return GridCell.DEFAULT;
        }
        return switch (loaded.cell(column)) {
            case Cell.Whole(RawJson json) -> ofValue(json, column);
            case Cell.Kept(String beginning, RawJson json, long bytes) -> GridCell.cut(beginning, json.text(), bytes);
            case Cell.Cut(String beginning, long bytes) -> GridCell.cut(beginning, Json.write(beginning), bytes);
        };
    }

    GridCell ofValue(RawJson value, int column) {
        if (value.isNull()) {
            return GridCell.NULL;
        }
        ColumnDescription described = shape.columns().get(column);
        return GridCell.value(CellText.of(value, described, shape.engine()), value.text());
    }

    @Override
    public Mark mark() {
        if (staged == null) {
            return Mark.NONE;
        }
        if (staged.isNew()) {
            return Mark.ADDED;
        }
        return staged.isDeleted() ? Mark.DELETED : Mark.CHANGED;
    }

    @Override
    public @Nullable String problem() {
        return staged == null ? null : staged.problem();
    }
}
