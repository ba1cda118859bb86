package dev.wheelhouse.ui.controls.log;

import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What one painting shows.
 *
 * @param rows from the upper edge on
 * @param selection null for none
 * @param focused whether the view has the keyboard
 * @param search what is marked
 * @param current the found place that the search stands at; null for none
 * @param scrolled pixels that the text is moved to the left
 */
record LogFrame(
        List<Row> rows,
        Gutters gutters,
        @Nullable SelectionRange selection,
        boolean focused,
        LineSearch search,
        @Nullable Found current,
        LongPredicate bookmarks,
        double scrolled,
        double width,
        double height) {

    /**
     * A line of the screen.
     *
     * @param block null while it is not there
     * @param y its upper edge in pixels
     * @param time as the column shows it; empty for none
     */
    record Row(long row, int part, double y, @Nullable LineBlock block, String time) {}

    /** A place that a search found. */
    record Found(long row, TextRange range) {}
}
