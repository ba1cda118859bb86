package dev.wheelhouse.ui.controls.grid;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The rows that a grid shows. Rows are counted from 0. Everything happens on the window's thread. */
public interface GridModel {

    /** Never changes without {@link GridListener#columnsChanged()}. */
    List<GridColumn> columns();

    /** How many rows there are, or an estimate. */
    long rowCount();

    default boolean isRowCountExact() {
        return true;
    }

    /** Whether the row is known to stand at exactly this place. */
    default boolean isPlaceExact(long index) {
        return true;
    }

    /** The row's number as people count, from 1. */
    default String rowLabel(long index) {
        return String.format(Locale.ROOT, "%,d", index + 1);
    }

    /** The row, or null while it is not there; cheap, and asks for nothing. */
    @Nullable
    GridRow rowAt(long index);

    /** Tells which rows are on the screen from now on, both included, so that missing ones can be fetched. */
    default void show(long first, long last) {}

    void addListener(GridListener listener);

    void removeListener(GridListener listener);
}
