package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.ui.controls.grid.GridColumn;
import dev.wheelhouse.ui.controls.grid.GridListener;
import dev.wheelhouse.ui.controls.grid.GridModel;
import dev.wheelhouse.ui.controls.grid.GridRow;
import dev.wheelhouse.ui.databases.rows.LoadedRow;
import dev.wheelhouse.ui.databases.rows.RowShape;
import dev.wheelhouse.ui.databases.rows.ShownRow;
import dev.wheelhouse.ui.databases.rows.StagedEdits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of a result that were read, with what is staged for them. */
final class ResultRows implements GridModel {

    private final RowShape shape;
    private final StagedEdits staged;
    private final List<GridColumn> columns;
    private final List<LoadedRow> rows = new ArrayList<>();
    private final List<GridListener> listeners = new ArrayList<>();
    private boolean complete;

    ResultRows(RowShape shape, StagedEdits staged) {
        this.shape = shape;
        this.staged = staged;
        this.columns = shape.gridColumns();
    }

    /** Adds rows below the others. */
    void add(List<LoadedRow> more, boolean nowComplete) {
        rows.addAll(more);
        complete = nowComplete;
        changed();
    }

    /** @param change gives another row for one, or null for a row that is gone */
    void replace(Function<LoadedRow, @Nullable LoadedRow> change) {
        List<LoadedRow> left = new ArrayList<>();
        for (LoadedRow row : rows) {
            LoadedRow now = change.apply(row);
            if (now != null) {
                left.add(now);
            }
        }
        rows.clear();
        rows.addAll(left);
        changed();
    }

    void changed() {
        List.copyOf(listeners).forEach(GridListener::contentChanged);
    }

    @Nullable
    LoadedRow loadedAt(long index) {
        return index < 0 || index >= rows.size() ? null : rows.get((int) index);
    }

    ShownRow shown(LoadedRow row) {
        return new ShownRow(shape, row, staged.find(row).orElse(null));
    }

    @Override
    public List<GridColumn> columns() {
        return columns;
    }

    @Override
    public long rowCount() {
        return rows.size();
    }

    @Override
    public boolean isRowCountExact() {
        return complete;
    }

    @Override
    public @Nullable GridRow rowAt(long index) {
        LoadedRow row = loadedAt(index);
        return row == null ? null : shown(row);
    }

    @Override
    public void addListener(GridListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeListener(GridListener listener) {
        listeners.remove(listener);
    }
}
