package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is to happen to one row. Immutable; every change makes another object, so that a grid sees it. */
public final class StagedRow {

    private final long id;
    private final @Nullable LoadedRow base;
    private final Map<Integer, RawJson> values;
    private final boolean deleted;
    private final @Nullable String problem;

    /**
     * @param id names it for as long as it is staged
     * @param base the row as it was read when it was first edited; null for a new row
     * @param values column to new value
     */
    StagedRow(
            long id,
            @Nullable LoadedRow base,
            Map<Integer, RawJson> values,
            boolean deleted,
            @Nullable String problem) {
        this.id = id;
        this.base = base;
        this.values = Collections.unmodifiableMap(new TreeMap<>(values));
        this.deleted = deleted;
        this.problem = problem;
    }

    long id() {
        return id;
    }

    /** As it was read when it was first edited; null for a new row. */
    public @Nullable LoadedRow base() {
        return base;
    }

    /** Column to new value. */
    public Map<Integer, RawJson> values() {
        return values;
    }

    boolean isNew() {
        return base == null;
    }

    public boolean isDeleted() {
        return deleted;
    }

    @Nullable
    String problem() {
        return problem;
    }

    boolean changesNothing() {
        return base != null && !deleted && values.isEmpty();
    }

    StagedRow with(int column, RawJson value) {
        Map<Integer, RawJson> changed = new TreeMap<>(values);
        boolean asBefore =
                base != null && base.whole(column).filter(value::equals).isPresent();
        if (asBefore) {
            changed.remove(column);
        } else {
            changed.put(column, value);
        }
        return new StagedRow(id, base, changed, deleted, null);
    }

    StagedRow without(int column) {
        Map<Integer, RawJson> changed = new TreeMap<>(values);
        changed.remove(column);
        return new StagedRow(id, base, changed, deleted, null);
    }

    StagedRow asDeleted(boolean nowDeleted) {
        return new StagedRow(id, base, values, nowDeleted, null);
    }

    /** The row as it was read. */
    StagedRow takenBack() {
        return new StagedRow(id, base, Map.of(), false, null);
    }

    StagedRow withProblem(@Nullable String sentence) {
        return new StagedRow(id, base, values, deleted, sentence);
    }

    /** The row with its changes, as if it had been read. */
    public LoadedRow written(RowShape shape) {
        List<Cell> cells = new ArrayList<>(Objects.requireNonNull(base).cells());
        values.forEach((column, value) -> cells.set(column, new Cell.Whole(value)));
        return new LoadedRow(shape, cells);
    }

    /** The same changes of the row as it is now; what it holds already is no change. */
    StagedRow over(LoadedRow now) {
        StagedRow left = new StagedRow(id, now, Map.of(), deleted, null);
        for (Map.Entry<Integer, RawJson> value : values.entrySet()) {
            left = left.with(value.getKey(), value.getValue());
        }
        return left;
    }

    /** What is left to do once {@code sent}, an earlier version of this change, was written. */
    StagedRow after(StagedRow sent, RowShape shape) {
        Map<Integer, RawJson> wanted = new TreeMap<>();
        for (Integer column : sent.values.keySet()) {
            // A value that was taken back meanwhile is to be again what it was.
            Objects.requireNonNull(base).whole(column).ifPresent(before -> wanted.put(column, before));
        }
        wanted.putAll(values);
        return new StagedRow(id, base, wanted, deleted, null).over(sent.written(shape));
    }
}
