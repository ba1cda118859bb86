package dev.wheelhouse.core.databases.rows;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page in the order asked for.
 *
 * @param hasMore whether rows follow the page
 * @param next cursor for {@code after}; null at the end, for a table without a key, and where the key's values are too
 *     long for a cursor (then page on by offset)
 * @param previous cursor for {@code before}; null at the beginning and as for {@code next}
 */
public record RowWindow<R>(
        List<R> rows,
        boolean hasMore,
        @Nullable String next,
        @Nullable String previous) {

    public RowWindow {
        rows = List.copyOf(rows);
    }
}
