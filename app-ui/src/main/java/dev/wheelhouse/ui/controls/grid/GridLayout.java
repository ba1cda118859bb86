package dev.wheelhouse.ui.controls.grid;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the columns of a grid were left, by their names, so that it fits a table that was changed meanwhile.
 *
 * @param columns from left to right, hidden ones behind
 * @param frozen how many of those that are shown stay while the others scroll
 * @param order the keys of the order, the first one first
 */
public record GridLayout(List<Column> columns, int frozen, List<Key> order) {

    /** One column; {@code width} in pixels. */
    public record Column(String name, double width, boolean hidden) {}

    /** One key of the order. */
    public record Key(String name, boolean descending) {}

    /** What is missing, as in what an earlier version wrote, is taken for none. */
    public GridLayout(@Nullable List<Column> columns, int frozen, @Nullable List<Key> order) {
        this.columns = List.copyOf(Objects.requireNonNullElse(columns, List.of()));
        this.frozen = frozen;
        this.order = List.copyOf(Objects.requireNonNullElse(order, List.of()));
    }
}
