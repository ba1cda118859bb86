package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.controls.log.TextRange;
import org.jspecify.annotations.Nullable;

/** Where the view of a log stands, as its view model reads and sets it. */
public interface LogPlaces {

    /** The line that the keyboard is at, or the one at the upper edge; null while there is none. */
    @Nullable
    ShownLine current();

    /** Whether the newest lines are kept in view. */
    boolean isFollowing();

    /**
     * Brings a row into view and makes it the current one.
     *
     * @param range what is marked in it; null for nothing
     */
    void reveal(long row, @Nullable TextRange range);
}
