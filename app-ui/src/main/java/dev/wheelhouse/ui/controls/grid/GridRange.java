package dev.wheelhouse.ui.controls.grid;

import java.util.List;

/**
 * A selected rectangle in the terms of the model.
 *
 * @param firstRow from 0
 * @param lastRow included
 * @param columns the model's columns, from 0, in the order in which they are shown
 * @param wholeRows whether all shown columns are selected
 */
public record GridRange(long firstRow, long lastRow, List<Integer> columns, boolean wholeRows) {

    public long rows() {
        return lastRow - firstRow + 1;
    }
}
