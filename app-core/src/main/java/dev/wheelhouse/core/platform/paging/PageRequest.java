package dev.wheelhouse.core.platform.paging;

import org.jspecify.annotations.Nullable;

/**
 * Which part of a list is wanted.
 *
 * @param limit 1 to 200
 * @param cursor {@link Page#next} of the page before; null for the first
 */
public record PageRequest(int limit, @Nullable String cursor) {

    // Ids are lower-case letters, digits and '_'; this sorts behind them in every collation.
    private static final String BEHIND_EVERY_ID = "zzzzzzzz";

    /** The id that every item of the page is older than. */
    public String beforeId() {
        return cursor == null ? BEHIND_EVERY_ID : cursor;
    }
}
