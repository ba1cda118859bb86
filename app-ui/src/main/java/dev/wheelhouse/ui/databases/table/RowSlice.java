package dev.wheelhouse.ui.databases.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Neighbouring rows as they were read.
 *
 * @param hasMore whether rows follow
 * @param hasLess whether rows stand before
 * @param next cursor of what follows; null where there is none
 * @param previous cursor of what stands before; null where there is none
 * @param offset rows known to stand before; -1 when nobody counted
 */
record RowSlice<R>(
        List<R> rows,
        boolean hasMore,
        boolean hasLess,
        @Nullable String next,
        @Nullable String previous,
        long offset) {

    RowSlice {
        rows = List.copyOf(rows);
    }

    RowSlice<R> withoutMore() {
        return new RowSlice<>(rows, false, hasLess, null, previous, offset);
    }

    RowSlice<R> withoutLess() {
        return new RowSlice<>(rows, hasMore, false, next, null, offset);
    }
}
