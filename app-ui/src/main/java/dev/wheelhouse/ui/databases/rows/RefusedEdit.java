package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.values.Cell;
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
public record RefusedEdit(StagedRow mine, @Nullable LoadedRow theirs, List<DisputedCell> cells) {

    /**
     * One value, three times.
     *
     * @param base as it was read; null where it was too long to be read
     * @param theirs as it is now
     * @param mine what it was to become; null where it was not edited
     */
    public record DisputedCell(
            int column,
            String name,
            @Nullable RawJson base,
            RawJson theirs,
            @Nullable RawJson mine) {

        /** Whether both want another value. */
        public boolean isContested() {
            return mine != null && !mine.equals(theirs) && !theirs.equals(base);
        }
    }

    public RefusedEdit {
        cells = List.copyOf(cells);
    }

    /** @param current the row as it is now, as an object; null when it is gone */
    static RefusedEdit of(RowShape shape, StagedRow mine, @Nullable RawJson current) {
        if (current == null) {
            return new RefusedEdit(mine, null, List.of());
        }
        Map<String, RawJson> values = RawObject.parse(current);
        LoadedRow before = mine.base();
        List<Cell> now = new ArrayList<>();
        for (int column = 0; column < shape.columns().size(); column++) {
            RawJson value = values.getOrDefault(shape.columns().get(column).name(), RawJson.NULL);
            // What the statement computed does not come again with the row.
            now.add(shape.isOwn(column) || before == null ? new Cell.Whole(value) : before.cell(column));
        }
        LoadedRow theirs = new LoadedRow(shape, now);
        List<DisputedCell> cells = new ArrayList<>();
        for (int column = 0; column < shape.columns().size(); column++) {
            RawJson base =
                    Optional.ofNullable(mine.base()).flatMap(whole(column)).orElse(null);
            RawJson their = theirs.whole(column).orElse(RawJson.NULL);
            RawJson my = mine.isDeleted() ? null : mine.values().get(column);
            if (my != null || (base != null && !base.equals(their))) {
                cells.add(new DisputedCell(column, shape.titles().get(column), base, their, my));
            }
        }
        return new RefusedEdit(mine, theirs, cells);
    }

    private static java.util.function.Function<LoadedRow, Optional<RawJson>> whole(int column) {
        return row -> row.whole(column);
    }

    public boolean isGone() {
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
        return left.changesNothing() ? Optional.empty() : Optional.of(left);
    }
}
