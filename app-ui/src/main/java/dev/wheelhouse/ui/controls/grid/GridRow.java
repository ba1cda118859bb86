package dev.wheelhouse.ui.controls.grid;

import org.jspecify.annotations.Nullable;

/** One row as it is shown. Two rows that are equal look the same, so a model hands out the same object until it changes. */
public interface GridRow {

    /** What is going to happen to the row. */
    enum Mark {
        NONE,
        ADDED,
        CHANGED,
        DELETED
    }

    GridCell cell(int column);

    default Mark mark() {
        return Mark.NONE;
    }

    /** What is wrong with the row, as a sentence; null when nothing is. */
    default @Nullable String problem() {
        return null;
    }
}
