package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.editor.EditorResult;
import dev.wheelhouse.core.databases.editor.ResultOrigin;
import dev.wheelhouse.core.databases.editor.ResultPage;
import dev.wheelhouse.core.databases.editor.ResultSource;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.GridModel;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.databases.rows.CopiedRows;
import dev.wheelhouse.ui.databases.rows.EditedRows;
import dev.wheelhouse.ui.databases.rows.LoadedRow;
import dev.wheelhouse.ui.databases.rows.RowEditing;
import dev.wheelhouse.ui.databases.rows.RowFailure;
import dev.wheelhouse.ui.databases.rows.RowPlace;
import dev.wheelhouse.ui.databases.rows.RowReading;
import dev.wheelhouse.ui.databases.rows.RowShape;
import dev.wheelhouse.ui.databases.rows.ShownRow;
import dev.wheelhouse.ui.databases.rows.StagedRow;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one statement as a tab shows them; where they are one table's with its key they are edited in place.
 * Belongs to the window's thread.
 */
public final class ResultModel implements EditedRows, CopiedRows {

    private static final int PORTION = 500;
    private static final String BEFORE = " (before)";

    private final Databases databases;
    private final Workbench bench;
    private final Before before;
    private final EditorResult result;
    private final ReadOnlyStringWrapper title;
    private final RowShape shape;
    private final ResultRows rows;
    private final RowFailure trouble = new RowFailure();
    private final RowEditing editing;
    private final long elapsedMillis;
    private final ReadOnlyObjectWrapper<ResultPage.Rest> rest = new ReadOnlyObjectWrapper<>(this, "rest");
    private final ReadOnlyStringWrapper summary = new ReadOnlyStringWrapper(this, "summary", "");
    private RowPlace place;
    private boolean outdated;

    /** What must be done before edits are applied: the tab's session may hold the very rows. */
    @FunctionalInterface
    interface Before {

        /** Runs {@code apply} when the session is out of the way; else says why not. */
        void apply(ResultModel result, Runnable apply);
    }

    /** What a result needs of its tab. */
    record Tab(Databases databases, Workbench bench, DatabaseConnection connection, Before before) {}

    ResultModel(Tab tab, EditorResult result, String title, long elapsedMillis) {
        this.databases = tab.databases();
        this.bench = tab.bench();
        this.before = tab.before();
        this.result = result;
        this.title = new ReadOnlyStringWrapper(this, "title", title);
        this.elapsedMillis = elapsedMillis;
        ResultSource source = findSource().orElse(null);
        this.shape = source == null
                ? RowShape.of(tab.connection().engine(), result.fields())
                : RowShape.of(tab.connection().engine(), source, result.fields());
        this.place = source == null
                ? new RowPlace(tab.connection(), "", "")
                : new RowPlace(
                        tab.connection(),
                        source.table().schema(),
                        source.table().name());
        this.editing = new RowEditing(databases, bench, this, trouble);
        this.rows = new ResultRows(shape, editing.begin(shape, null));
        String reason = result.origin() instanceof ResultOrigin.ReadOnly(String sentence) ? sentence : "";
        editing.allow(
                reason,
                source == null
                        ? reason
                        : "New rows are added in the table's tab: Open "
                                + source.table().name() + ".");
        take(result.firstPage());
    }

    private void take(ResultPage page) {
        rest.set(page.rest());
        rows.add(
                page.rows().stream().map(cells -> new LoadedRow(shape, cells)).toList(),
                page.rest() == ResultPage.Rest.NONE);
        summarise();
    }

    void add(ResultPage page) {
        take(page);
    }

    /** Another run closed it: what was read stays, more needs a run. */
    void close() {
        if (rest.get() == ResultPage.Rest.LOADABLE) {
            rest.set(ResultPage.Rest.RUN_AGAIN);
        }
    }

    /** Rows that were read from elsewhere must not be written to what the connection is now. */
    void connectionChanged(DatabaseConnection now) {
        boolean same = now.target().equals(place.connection().target());
        if (same && !now.readOnly()) {
            place = place.on(now);
            return;
        }
        String reason = same
                ? RowEditing.READ_ONLY
                : "The connection leads elsewhere since these rows were read. Run again to change rows.";
        editing.allow(reason, reason);
    }

    private void summarise() {
        String count = rows.rowCount() == 1 ? "1 row" : String.format(Locale.ROOT, "%,d rows", rows.rowCount());
        summary.set((rest.get() == ResultPage.Rest.NONE ? count : "first " + count) + " · " + elapsedMillis + " ms"
                + (outdated ? " · computed values as of the run" : ""));
    }

    public EditorResult result() {
        return result;
    }

    ReadOnlyStringProperty titleProperty() {
        return title.getReadOnlyProperty();
    }

    /** Whether its rows are being edited. */
    boolean isEdited() {
        return editing.isUnderWay();
    }

    /** It stays beside the results of a later run. */
    void keep() {
        if (!title.get().endsWith(BEFORE)) {
            title.set(title.get() + BEFORE);
        }
    }

    public GridModel rows() {
        return rows;
    }

    public RowEditing editing() {
        return editing;
    }

    RowFailure trouble() {
        return trouble;
    }

    /** The table whose rows these are; empty for rows that can only be read. */
    public Optional<ResultSource> findSource() {
        return result.origin() instanceof ResultOrigin.Editable(ResultSource source)
                ? Optional.of(source)
                : Optional.empty();
    }

    public ReadOnlyObjectProperty<ResultPage.Rest> restProperty() {
        return rest.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty summaryProperty() {
        return summary.getReadOnlyProperty();
    }

    // The rows under edit.

    @Override
    public RowPlace place() {
        return place;
    }

    @Override
    public long rowCount() {
        return rows.rowCount();
    }

    @Override
    public @Nullable LoadedRow loadedAt(long row) {
        return rows.loadedAt(row);
    }

    @Override
    public void changed() {
        rows.changed();
    }

    @Override
    public void moved(long by) {
        rows.changed();
    }

    @Override
    public void beforeApply(Runnable apply) {
        if (editing.isOnlyRows()) {
            bench.say(Notice.warning(editing.noteProperty().get()));
            return;
        }
        before.apply(this, apply);
    }

    @Override
    public void applied(List<StagedRow> written) {
        Map<Map<String, RawJson>, StagedRow> byKey = new HashMap<>();
        for (StagedRow row : written) {
            LoadedRow base = row.base();
            if (base != null) {
                byKey.put(base.key(), row);
            }
        }
        if (byKey.isEmpty()) {
            return;
        }
        RowReading reading = new RowReading(databases, bench.callers(), place, shape);
        List<Map<String, RawJson>> wanted =
                byKey.values().stream().map(this::newKey).toList();
        bench.background().run(() -> reading.read(wanted), found -> show(byKey, found), error -> {
            trouble.show(
                    "The edits were applied, but the rows could not be read again: " + error.getMessage(),
                    () -> applied(written));
        });
    }

    /** The key of a row once its edits are applied. */
    private Map<String, RawJson> newKey(StagedRow row) {
        Map<String, RawJson> key =
                new LinkedHashMap<>(Objects.requireNonNull(row.base()).key());
        key.replaceAll((name, value) -> row.values().getOrDefault(shape.indexOf(name), value));
        return key;
    }

    private void show(
            Map<Map<String, RawJson>, StagedRow> written, Map<Map<String, RawJson>, Map<String, Cell>> found) {
        ResultSource source = findSource().orElseThrow();
        rows.replace(row -> {
            StagedRow edited = written.get(row.key());
            if (edited == null) {
                return row;
            }
            Map<String, RawJson> key = newKey(edited);
            Map<String, Cell> now = found.get(key);
            if (now != null) {
                return new LoadedRow(shape, cells(row, now, source));
            }
            // A new key may be written otherwise by the database than it was typed; a known one that is not there is
            // gone.
            return edited.isDeleted() || key.equals(row.key()) ? null : edited.written(shape);
        });
        outdated |= source.columns().stream().anyMatch(column -> column.name() == null);
        summarise();
    }

    private static List<Cell> cells(LoadedRow row, Map<String, Cell> now, ResultSource source) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < source.columns().size(); i++) {
            String name = source.columns().get(i).name();
            Cell cell = name == null ? null : now.get(name);
            cells.add(cell == null ? row.cell(i) : cell);
        }
        return cells;
    }

    // Copying.

    @Override
    public GridModel grid() {
        return rows;
    }

    @Override
    public Optional<RowShape> shape() {
        return Optional.of(shape);
    }

    @Override
    public Optional<Reading> read(GridRange range) {
        List<ShownRow> all = new ArrayList<>();
        for (long at = range.firstRow(); at <= range.lastRow(); at++) {
            LoadedRow row = rows.loadedAt(at);
            if (row != null) {
                all.add(rows.shown(row));
            }
        }
        return Optional.of(new Reading() {
            private int next;

            @Override
            public List<ShownRow> next() {
                int end = Math.min(all.size(), next + PORTION);
                List<ShownRow> portion = all.subList(next, end);
                next = end;
                return portion;
            }
        });
    }
}
