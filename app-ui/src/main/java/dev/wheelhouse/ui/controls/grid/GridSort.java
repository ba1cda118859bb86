package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.List;

/**
 * One key of an order.
 *
 * @param column of the model, from 0
 */
public record GridSort(int column, boolean descending) {

    /**
     * The order after a click on a column's header: ascending, then descending, then not at all.
     *
     * @param additive whether the other keys stay
     */
    static List<GridSort> clicked(List<GridSort> order, int column, boolean additive) {
        List<GridSort> next = new ArrayList<>();
        boolean known = false;
        for (GridSort key : order) {
            if (key.column() != column) {
                if (additive) {
                    next.add(key);
                }
            } else {
                known = true;
                if (!key.descending()) {
                    next.add(new GridSort(column, true));
                }
            }
        }
        if (!known) {
            next.add(new GridSort(column, false));
        }
        return List.copyOf(next);
    }
}
