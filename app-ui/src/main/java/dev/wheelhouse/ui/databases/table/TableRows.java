package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.ui.controls.grid.GridColumn;
import dev.wheelhouse.ui.controls.grid.GridListener;
import dev.wheelhouse.ui.controls.grid.GridModel;
import dev.wheelhouse.ui.controls.grid.GridRow;
import dev.wheelhouse.ui.databases.rows.LoadedRow;
import dev.wheelhouse.ui.databases.rows.RowShape;
import dev.wheelhouse.ui.databases.rows.ShownRow;
import dev.wheelhouse.ui.databases.rows.StagedEdits;
import dev.wheelhouse.ui.databases.rows.StagedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rows of the tab as a grid shows them: the new ones first, then those of the window with what is staged for them. */
final class TableRows implements GridModel {

    /** Rows on the screen, counted as in the table. */
    record VisibleRows(long first, long last) {}

    private final PageWindow<LoadedRow> window;
    private final Consumer<VisibleRows> onShow;
    private final List<GridListener> listeners = new ArrayList<>();
    private List<GridColumn> columns = List.of();
    private @Nullable RowShape shape;
    private @Nullable StagedEdits staged;

    TableRows(PageWindow<LoadedRow> window, Consumer<VisibleRows> onShow) {
        this.window = window;
        this.onShow = onShow;
    }

    void setShape(RowShape newShape, StagedEdits newStaged) {
        shape = newShape;
        staged = newStaged;
        columns = newShape.gridColumns();
        List.copyOf(listeners).forEach(GridListener::columnsChanged);
    }

    void changed() {
        List.copyOf(listeners).forEach(GridListener::contentChanged);
    }

    void moved(long by) {
        if (by != 0) {
            List.copyOf(listeners).forEach(listener -> listener.rowsMoved(by));
        }
        changed();
    }

    private List<StagedRow> added() {
        return staged == null ? List.of() : staged.added();
    }

    /** The row of the table at a place of the grid; null for new rows and those that are not there. */
    @Nullable
    LoadedRow loadedAt(long index) {
        return index < added().size() ? null : window.rowAt(index - added().size());
    }

    /** The new row at a place of the grid; null elsewhere. */
    @Nullable
    StagedRow addedAt(long index) {
        return index >= 0 && index < added().size() ? added().get((int) index) : null;
    }

    @Override
    public List<GridColumn> columns() {
        return columns;
    }

    @Override
    public long rowCount() {
        return added().size() + window.count();
    }

    @Override
    public boolean isRowCountExact() {
        return window.isCountExact();
    }

    @Override
    public boolean isPlaceExact(long index) {
        return index < added().size() || window.isPlaceExact() || window.rowAt(index - added().size()) == null;
    }

    @Override
    public String rowLabel(long index) {
        return index < added().size() ? "new" : GridModel.super.rowLabel(index - added().size());
    }

    @Override
    public @Nullable GridRow rowAt(long index) {
        RowShape known = shape;
        StagedEdits edits = staged;
        if (known == null || edits == null) {
            return null;
        }
        StagedRow added = addedAt(index);
        if (added != null) {
            return new ShownRow(known, null, added);
        }
        LoadedRow loaded = loadedAt(index);
        return loaded == null
                ? null
                : new ShownRow(known, loaded, edits.find(loaded).orElse(null));
    }

    @Override
    public void show(long first, long last) {
        int added = added().size();
        onShow.accept(new VisibleRows(Math.max(0, first - added), Math.max(0, last - added)));
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
