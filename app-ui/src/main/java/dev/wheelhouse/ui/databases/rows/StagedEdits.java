package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.edits.Edit;
import dev.wheelhouse.core.databases.edits.EditOperation;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Edits of one table that were not applied yet, by row. Deletes come before changes and those before new rows, so that a
 * unique value can move from one row to another.
 */
public final class StagedEdits {

    private final RowShape shape;
    private final Map<Map<String, RawJson>, StagedRow> changed = new LinkedHashMap<>();
    private final List<StagedRow> added = new ArrayList<>();
    private long lastId;

    StagedEdits(RowShape shape) {
        this.shape = shape;
    }

    public boolean isEmpty() {
        return changed.isEmpty() && added.isEmpty();
    }

    int size() {
        return changed.size() + added.size();
    }

    /** New rows, in the order in which they are shown. */
    public List<StagedRow> added() {
        return List.copyOf(added);
    }

    public Optional<StagedRow> find(LoadedRow row) {
        return Optional.ofNullable(changed.get(row.key()));
    }

    /** Changes one value; back to what was read is no change. */
    void set(LoadedRow row, int column, RawJson value) {
        put(of(row).with(column, value));
    }

    void delete(LoadedRow row) {
        put(of(row).asDeleted(true));
    }

    private StagedRow of(LoadedRow row) {
        StagedRow known = changed.get(row.key());
        return known == null ? new StagedRow(++lastId, row, Map.of(), false, null) : known;
    }

    private void put(StagedRow row) {
        LoadedRow base = row.base();
        if (base == null) {
            added.replaceAll(each -> each.id() == row.id() ? row : each);
        } else if (row.changesNothing()) {
            changed.remove(base.key());
        } else {
            changed.put(base.key(), row);
        }
    }

    /** A new row above the others; values that it lacks are left to the database. */
    StagedRow add(Map<Integer, RawJson> values) {
        StagedRow row = new StagedRow(++lastId, null, values, false, null);
        added.add(row);
        return row;
    }

    void setNew(StagedRow row, int column, RawJson value) {
        put(row.with(column, value));
    }

    /** Forgets what is staged for a row. */
    void revert(StagedRow row) {
        LoadedRow base = row.base();
        if (base == null) {
            added.removeIf(each -> each.id() == row.id());
        } else {
            changed.remove(base.key());
        }
    }

    void clear() {
        changed.clear();
        added.clear();
    }

    /** Takes another version of a staged row, as after a conflict was settled. */
    void replace(StagedRow row) {
        put(row);
    }

    /** The rows in the order of {@link #edits}. */
    List<StagedRow> rows() {
        List<StagedRow> rows = new ArrayList<>();
        changed.values().stream().filter(StagedRow::isDeleted).forEach(rows::add);
        changed.values().stream().filter(row -> !row.isDeleted()).forEach(rows::add);
        rows.addAll(added);
        return rows;
    }

    /** All edits; each guards every value of its row that was read whole. */
    List<Edit> edits() {
        return rows().stream().map(this::edit).toList();
    }

    /** One row's edit. A value of which only the beginning was read is no guard. */
    Edit edit(StagedRow row) {
        String schema = shape.table().schema();
        String table = shape.table().name();
        Map<String, RawJson> values = new LinkedHashMap<>();
        if (!row.isDeleted()) {
            row.values().forEach((column, value) -> values.put(name(column), value));
        }
        LoadedRow base = row.base();
        if (base == null) {
            return new Edit(EditOperation.INSERT, schema, table, Map.of(), values);
        }
        Map<String, RawJson> key = new LinkedHashMap<>(base.key());
        for (int column = 0; column < base.width(); column++) {
            int at = column;
            if (shape.isOwn(column)) {
                base.whole(column).ifPresent(value -> key.putIfAbsent(name(at), value));
            }
        }
        return new Edit(row.isDeleted() ? EditOperation.DELETE : EditOperation.UPDATE, schema, table, key, values);
    }

    /** What is staged now for the row of an earlier version; empty when nothing is. */
    Optional<StagedRow> now(StagedRow earlier) {
        LoadedRow base = earlier.base();
        return base == null
                ? added.stream().filter(row -> row.id() == earlier.id()).findFirst()
                : Optional.ofNullable(changed.get(base.key()));
    }

    /** Marks the row of an edit. */
    void fail(StagedRow edit, String problem) {
        now(edit).ifPresent(row -> put(row.withProblem(problem)));
    }

    /**
     * Forgets what the database holds now. What was changed since it was sent stays, over the row as it was written.
     *
     * @return the rows that are still to be changed
     */
    List<StagedRow> settle(List<StagedRow> sent) {
        List<StagedRow> left = new ArrayList<>();
        for (StagedRow row : sent) {
            StagedRow now = now(row).orElseGet(row::takenBack);
            revert(now);
            if (!row.isNew() && !row.isDeleted()) {
                left.add(now.after(row, shape));
            }
        }
        left.removeIf(StagedRow::changesNothing);
        left.forEach(this::put);
        return left;
    }

    /** Takes rows as they are now for what their changes are made to. */
    void rebase(List<StagedRow> edits, Map<Map<String, RawJson>, Map<String, Cell>> found) {
        for (StagedRow edit : edits) {
            now(edit).ifPresent(row -> {
                LoadedRow base = Objects.requireNonNull(row.base());
                Map<String, Cell> cells = found.get(base.key());
                if (cells != null) {
                    put(row.over(base.withCells(shape, cells)));
                }
            });
        }
    }

    /** What is staged for rows of the table, as it is now. */
    public Map<Map<String, RawJson>, StagedRow> snapshot() {
        return Map.copyOf(changed);
    }

    void forgetProblems() {
        rows().stream().filter(row -> row.problem() != null).forEach(row -> put(row.withProblem(null)));
    }

    private String name(int column) {
        return shape.columns().get(column).name();
    }
}
