package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.CellEditor;
import dev.wheelhouse.ui.controls.grid.GridEditing;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Chooses the field for a cell by the type of its column. */
public final class CellEditing implements GridEditing {

    private static final int LONGEST_IN_PLACE = 200;

    private final RowEditing model;
    private final CellValues values;
    private final Workbench workbench;
    private final ValueDialogs dialogs;

    public CellEditing(RowEditing model, CellValues values, Workbench workbench, ValueDialogs dialogs) {
        this.model = model;
        this.values = values;
        this.workbench = workbench;
        this.dialogs = dialogs;
    }

    @Override
    public @Nullable CellEditor edit(long row, int column, @Nullable String typed) {
        RowShape shape = model.shape().orElse(null);
        if (shape == null) {
            return null;
        }
        ColumnDescription described = shape.columns().get(column);
        Optional<String> obstacle = model.obstacle(row, column);
        Optional<RawJson> value = model.valueAt(row, column);
        boolean cut = value.isEmpty() && model.loadedAt(row) != null;
        String text = value.filter(json -> !json.isNull())
                .map(json -> CellText.of(json, described, shape.engine()))
                .orElse("");
        boolean tree = described.uiType() == UiType.JSON && (text.startsWith("{") || text.startsWith("["));
        boolean large = typed == null && (cut || tree || text.length() > LONGEST_IN_PLACE || text.indexOf('\n') >= 0);
        if (large) {
            dialogs.open(row, column);
            return null;
        }
        if (obstacle.isPresent()) {
            workbench.say(Notice.info(obstacle.get()));
            return null;
        }
        boolean wasNull = value.isEmpty() || value.get().isNull();
        TextCellEditor.Target target = new TextCellEditor.Target(model, row, column, wasNull);
        if (described.uiType() == UiType.BOOLEAN || described.uiType() == UiType.ENUM) {
            ChoiceCellEditor editor = new ChoiceCellEditor(target, text, typed, described.nullable());
            if (described.uiType() == UiType.ENUM) {
                values.labels(described, editor::offer);
            } else {
                editor.offer(
                        shape.engine() == dev.wheelhouse.core.databases.Engine.SQLITE
                                ? List.of("1", "0")
                                : List.of("true", "false"));
            }
            return editor;
        }
        return new TextCellEditor(target, text, typed);
    }

    @Override
    public void delete(List<GridRange> ranges) {
        model.blocks().delete(ranges);
    }

    @Override
    public void paste(long row, List<Integer> columns, String text) {
        model.blocks().paste(row, columns, text);
    }

    @Override
    public void insert() {
        model.insert();
    }

    @Override
    public void duplicate(List<GridRange> ranges) {
        model.blocks().duplicate(ranges);
    }
}
