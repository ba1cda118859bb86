package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are all in memory, such as the first thousand of a query's result. */
public final class ListGridModel implements GridModel {

    private final List<GridColumn> columns;
    private final List<GridRow> rows;
    private final List<GridListener> listeners = new ArrayList<>();
    private boolean complete;

    /** @param complete whether these are all rows there are */
    public ListGridModel(List<GridColumn> columns, List<? extends GridRow> rows, boolean complete) {
        this.columns = List.copyOf(columns);
        this.rows = new ArrayList<>(rows);
        this.complete = complete;
    }

    /** A row of ready cells. */
    public static GridRow row(List<GridCell> cells) {
        List<GridCell> kept = List.copyOf(cells);
        return kept::get;
    }

    /** Adds rows below the others. */
    public void add(List<? extends GridRow> more, boolean nowComplete) {
        rows.addAll(more);
        complete = nowComplete;
        changed();
    }

    /** Shows another row in the place of one. */
    public void set(int index, GridRow row) {
        rows.set(index, row);
        changed();
    }

    private void changed() {
        List.copyOf(listeners).forEach(GridListener::contentChanged);
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
        return index < 0 || index >= rows.size() ? null : rows.get((int) index);
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
