package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.tables.Cell;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A row that somebody else changed or deleted since it was read, and the edit of it that was refused.
 *
 * @param theirs the row as it is now; null when it is gone
 * @param cells where the two differ from what was read
 */
record RowDispute(StagedRow mine, @Nullable LoadedRow theirs, List<DisputedCell> cells) {

    /**
     * One value, three times.
     *
     * @param base as it was read; null where it was too long to be read
     * @param theirs as it is now
     * @param mine what it was to become; null where it was not edited
     */
    record DisputedCell(
            int column,
            String name,
            @Nullable RawJson base,
            RawJson theirs,
            @Nullable RawJson mine) {

        /** Whether both want another value. */
        boolean isContested() {
            return mine != null && !mine.equals(theirs) && !theirs.equals(base);
        }
    }

    RowDispute {
        cells = List.copyOf(cells);
    }

    /** @param current the row as it is now, as an object; null when it is gone */
    static RowDispute of(TableShape shape, StagedRow mine, @Nullable RawJson current) {
        if (current == null) {
            return new RowDispute(mine, null, List.of());
        }
        Map<String, RawJson> values = RawObject.parse(current);
        List<Cell> now = shape.columns().stream()
                .<Cell>map(column -> new Cell.Whole(values.getOrDefault(column.name(), RawJson.NULL)))
                .toList();
        LoadedRow theirs = new LoadedRow(shape, now);
        List<DisputedCell> cells = new ArrayList<>();
        for (int column = 0; column < shape.columns().size(); column++) {
            RawJson base =
                    Optional.ofNullable(mine.base()).flatMap(whole(column)).orElse(null);
            RawJson their = theirs.whole(column).orElse(RawJson.NULL);
            RawJson my = mine.isDeleted() ? null : mine.values().get(column);
            if (my != null || (base != null && !base.equals(their))) {
                cells.add(new DisputedCell(column, shape.columns().get(column).name(), base, their, my));
            }
        }
        return new RowDispute(mine, theirs, cells);
    }

    private static java.util.function.Function<LoadedRow, Optional<RawJson>> whole(int column) {
        return row -> row.whole(column);
    }

    boolean isGone() {
        return theirs == null;
    }

    /**
     * The edit over the row as it is now.
     *
     * @param taken the columns whose present value stays
     * @return empty when nothing is left of the edit
     */
    Optional<StagedRow> settled(Set<Integer> taken) {
        if (theirs == null) {
            return Optional.empty();
        }
        StagedRow left = mine.over(theirs);
        for (Integer column : taken) {
            left = left.without(column);
        }
        for (Map.Entry<Integer, RawJson> value : left.values().entrySet()) {
            left = left.with(value.getKey(), value.getValue());
        }
        return left.changesNothing() ? Optional.empty() : Optional.of(left);
    }
}
