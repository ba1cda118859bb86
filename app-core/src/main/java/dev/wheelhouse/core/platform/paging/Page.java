package dev.wheelhouse.core.platform.paging;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param next the cursor of the next page; null on the last
 */
public record Page<T>(List<T> items, @Nullable String next) {

    public Page {
        items = List.copyOf(items);
    }

    /**
     * Cuts a page from one item more than it may hold.
     *
     * @param found at most {@code request.limit() + 1} items
     */
    public static <T> Page<T> cut(List<T> found, PageRequest request, Function<T, String> id) {
        if (found.size() <= request.limit()) {
            return new Page<>(found, null);
        }
        List<T> items = found.subList(0, request.limit());
        return new Page<>(items, id.apply(items.getLast()));
    }
}
