package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.catalog.ForeignKeyDescription;
import dev.wheelhouse.core.databases.edits.Edit;
import dev.wheelhouse.core.databases.edits.EditResult;
import dev.wheelhouse.core.databases.edits.EditService;
import dev.wheelhouse.core.databases.edits.RowConflict;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.rows.SortKey;
import dev.wheelhouse.core.databases.rows.SortParser;
import dev.wheelhouse.core.databases.tables.CellPage;
import dev.wheelhouse.core.databases.tables.RowCount;
import dev.wheelhouse.core.databases.tables.RowsRequest;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.GridModel;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.controls.grid.GridRow;
import dev.wheelhouse.ui.controls.grid.GridSort;
import dev.wheelhouse.ui.controls.grid.PasteText;
import dev.wheelhouse.ui.controls.grid.PastedCell;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Question;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The rows of one table, what is staged for them, and what came between. Belongs to the window's thread. */
final class TableViewModel {

    /** Longer values are shown by their beginning. */
    static final int CHARACTERS = 256;

    private static final Duration BEFORE_A_JUMP = Duration.ofMillis(60);

    /** What the tab is for. */
    record Place(DatabaseConnection connection, String schema, String table) {}

    private final Databases databases;
    private final Workbench workbench;
    private final TabNavigator navigator;
    private final TabState state;
    private final TableCalls calls;
    private final PageWindow<LoadedRow> window = new PageWindow<>();
    private final TableRows rows = new TableRows(window, this::look);
    private final Latest loads;
    private final Latest counts;
    private final ReadOnlyStringWrapper countText = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper banner = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper note = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper filterProblem = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper filters = new ReadOnlyStringWrapper("");
    private final ReadOnlyIntegerWrapper stagedCount = new ReadOnlyIntegerWrapper();
    private final ReadOnlyBooleanWrapper counting = new ReadOnlyBooleanWrapper();
    private final BooleanProperty applying = new SimpleBooleanProperty();
    private final BooleanProperty loaded = new SimpleBooleanProperty();
    private final ObjectProperty<@Nullable AppException> failure = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable RowDispute> dispute = new SimpleObjectProperty<>();
    private Place place;
    private @Nullable TableShape shape;
    private @Nullable StagedEdits staged;
    private @Nullable RowLoad loading;
    private Background.Handle jump = Background.Handle.NONE;
    private List<SortKey> order = List.of();
    private TableRows.Sight sight = new TableRows.Sight(0, 0);
    private Runnable again = this::refresh;
    private boolean failing;
    private long counter;
    private Consumer<Long> onAdded = row -> {};

    TableViewModel(Databases databases, Workbench workbench, TabNavigator navigator, Place place, TabState state) {
        this.databases = databases;
        this.workbench = workbench;
        this.navigator = navigator;
        this.place = place;
        this.state = state;
        this.calls = new TableCalls(place.connection().id(), place.schema(), place.table());
        this.loads = new Latest(workbench.background());
        this.counts = new Latest(workbench.background());
        filters.set(state.field("filters").orElse(""));
    }

    // --- what the view shows

    GridModel rows() {
        return rows;
    }

    Optional<TableShape> shape() {
        return Optional.ofNullable(shape);
    }

    Place place() {
        return place;
    }

    ReadOnlyStringProperty countTextProperty() {
        return countText.getReadOnlyProperty();
    }

    /** A trouble that leaves the rows on the screen; empty for none. */
    ReadOnlyStringProperty bannerProperty() {
        return banner.getReadOnlyProperty();
    }

    /** Why rows cannot be changed; empty when they can. */
    ReadOnlyStringProperty noteProperty() {
        return note.getReadOnlyProperty();
    }

    ReadOnlyStringProperty filterProblemProperty() {
        return filterProblem.getReadOnlyProperty();
    }

    /** As applied. */
    ReadOnlyStringProperty filtersProperty() {
        return filters.getReadOnlyProperty();
    }

    ReadOnlyIntegerProperty stagedCountProperty() {
        return stagedCount.getReadOnlyProperty();
    }

    ReadOnlyBooleanProperty countingProperty() {
        return counting.getReadOnlyProperty();
    }

    BooleanProperty applyingProperty() {
        return applying;
    }

    /** Whether rows, or that there are none, were read at least once. */
    BooleanProperty loadedProperty() {
        return loaded;
    }

    /** Why there is nothing to show at all; null while there is. */
    ObjectProperty<@Nullable AppException> failureProperty() {
        return failure;
    }

    /** A conflict that waits for a decision; null for none. */
    ObjectProperty<@Nullable RowDispute> disputeProperty() {
        return dispute;
    }

    /** Told the grid's row of a new row. */
    void setOnAdded(Consumer<Long> listener) {
        onAdded = listener;
    }

    boolean isOnlyRows() {
        return !note.get().isEmpty();
    }

    /** Whether new rows can be added, which needs no key. */
    boolean mayInsert() {
        return shape != null && !place.connection().readOnly();
    }

    // --- reading

    /** Reads the first rows. */
    void open() {
        refresh();
        estimate();
    }

    /** Reads what is on the screen again; staged edits stay. */
    void refresh() {
        again = this::refresh;
        if (!window.isLoaded()) {
            read(RowLoad.start(PageWindow.PAGE));
            return;
        }
        read(window.again(sight.first()));
        estimate();
    }

    private void restart() {
        loads.cancel();
        loading = null;
        RowLoad start = RowLoad.start(PageWindow.PAGE);
        again = this::restart;
        read(start);
        estimate();
    }

    private void look(TableRows.Sight now) {
        sight = now;
        if (!window.isLoaded() || failing) {
            return;
        }
        Optional<RowLoad> wanted = window.wanted(now.first(), now.last());
        if (wanted.isEmpty() || wanted.get().equals(loading)) {
            return;
        }
        jump.cancel();
        if (wanted.get().kind() != RowLoad.Kind.NEAR) {
            read(wanted.get());
            return;
        }
        // While the thumb moves every place is only passed by.
        jump = workbench.background().after(BEFORE_A_JUMP, () -> {
            Optional<RowLoad> still = window.wanted(sight.first(), sight.last());
            still.filter(load -> !load.equals(loading)).ifPresent(this::read);
        });
    }

    private void read(RowLoad load) {
        loading = load;
        RowsRequest request = request(load.limit(), position(load));
        Place from = place;
        loads.run(
                () -> databases
                        .rows()
                        .cells(
                                workbench.callers().get(),
                                from.connection().id(),
                                from.schema(),
                                from.table(),
                                request,
                                CHARACTERS),
                page -> accept(load, page),
                error -> fail(load, error));
    }

    private static RowPosition position(RowLoad load) {
        return switch (load.kind()) {
            case START -> RowPosition.START;
            case END -> new RowPosition.End();
            case NEAR -> new RowPosition.Near(load.fraction());
            case AFTER -> new RowPosition.After(load.cursor());
            case BEFORE -> new RowPosition.Before(load.cursor());
            case OFFSET -> new RowPosition.Offset(load.index());
        };
    }

    private void accept(RowLoad load, CellPage page) {
        loading = null;
        failing = false;
        TableShape read = new TableShape(place.connection().engine(), page.table(), page.columns());
        if (!takeShape(read)) {
            return;
        }
        TableShape known = Objects.requireNonNull(shape);
        banner.set("");
        filterProblem.set("");
        failure.set(null);
        loaded.set(true);
        RowSlice<LoadedRow> slice = new RowSlice<>(
                page.rows().stream().map(cells -> new LoadedRow(known, cells)).toList(),
                page.hasMore(),
                page.hasLess(),
                page.next(),
                page.previous(),
                page.offset());
        long moved = window.accept(load, slice);
        showCount();
        rows.moved(moved);
        look(sight);
    }

    /** False when the table was changed so that what is staged does not fit it any more. */
    private boolean takeShape(TableShape read) {
        if (shape != null
                && shape.columns().equals(read.columns())
                && shape.table().equals(read.table())) {
            return true;
        }
        boolean sameColumns = shape != null
                && shape.columns().equals(read.columns())
                && shape.table().primaryKey().equals(read.table().primaryKey());
        if (!sameColumns && staged != null && !staged.isEmpty()) {
            failing = true;
            again = this::refresh;
            banner.set("The columns of this table were changed since your edits were made. Copy the edits if you need"
                    + " them, then revert them to see the table as it is now.");
            return false;
        }
        StagedEdits kept = sameColumns && staged != null ? staged : new StagedEdits(read);
        boolean anew = shape != null && !sameColumns;
        shape = read;
        staged = kept;
        note.set(noteOf(read));
        if (anew) {
            // Rows of the old columns cannot stand beside these.
            window.clear();
            rows.setShape(read, kept);
            restart();
            return false;
        }
        rows.setShape(read, kept);
        return true;
    }

    private String noteOf(TableShape read) {
        if (place.connection().readOnly()) {
            return "Read-only connection: rows cannot be changed.";
        }
        if (!read.hasKey()) {
            return read.table().indexes().isEmpty() && read.columns().stream().noneMatch(each -> each.isPrimaryKey())
                    ? "No key names one row here, so rows cannot be changed or deleted."
                    : "No usable key names one row here, so rows cannot be changed or deleted.";
        }
        return "";
    }

    private void fail(RowLoad load, AppException error) {
        loading = null;
        failing = true;
        String filterTrouble = EditProblems.at(error, "query.filters").orElse("");
        if (!filterTrouble.isEmpty()) {
            filterProblem.set(filterTrouble);
            loaded.set(true);
            failing = false;
            return;
        }
        if (!loaded.get()) {
            failure.set(error);
            return;
        }
        again = () -> {
            failing = false;
            read(load);
        };
        boolean kept = stagedCount.get() > 0;
        String keptWords = kept ? " Your edits are kept here." : "";
        banner.set(
                error.errorCode() == PlatformError.NOT_FOUND
                        ? "This table is not there any more. What you see was read before." + keptWords
                        : error.getMessage() + keptWords);
    }

    /** Tries again what went wrong. */
    void retry() {
        banner.set("");
        failing = false;
        again.run();
    }

    // --- filters, order, count

    void filter(String text) {
        filters.set(text.strip());
        navigator.stateChanged();
        restart();
    }

    /** Keeps rows with this value in this column, beside the filters that are there. */
    void filterBy(long row, int column) {
        Optional<RawJson> value = valueAt(row, column);
        if (value.isEmpty()) {
            workbench.say(Notice.info("This value is too long to filter by. Use contains or startswith instead."));
            return;
        }
        filter(FilterWords.and(filters.get(), FilterWords.equal(name(column), value.get())));
    }

    void sort(List<GridSort> keys) {
        List<SortKey> wanted = keys.stream()
                .map(key -> new SortKey(name(key.column()), key.descending()))
                .toList();
        if (!wanted.equals(order)) {
            order = wanted;
            restart();
        }
    }

    private String sortText() {
        return order.isEmpty() ? "" : SortParser.format(order);
    }

    private String name(int column) {
        return Objects.requireNonNull(shape).columns().get(column).name();
    }

    private void estimate() {
        Place from = place;
        String asked = filters.get();
        counting.set(false);
        counts.run(
                () -> databases
                        .rows()
                        .estimate(
                                workbench.callers().get(), from.connection().id(), from.schema(), from.table(), asked),
                this::takeCount,
                error -> {
                    // Reading the rows fails for the same reason, and says so.
                });
    }

    private void takeCount(RowCount count) {
        counting.set(false);
        window.setCount(count.rows(), count.exact());
        showCount();
        rows.changed();
    }

    /** Counts the rows; again to stop counting. */
    void countExactly() {
        if (counting.get()) {
            counts.cancel();
            counting.set(false);
            showCount();
            return;
        }
        Place from = place;
        String asked = filters.get();
        String queryId = "count-" + System.identityHashCode(this) + "-" + ++counter;
        counting.set(true);
        countText.set("counting…");
        counts.run(
                () -> databases
                        .rows()
                        .count(
                                workbench.callers().get(),
                                from.connection().id(),
                                from.schema(),
                                from.table(),
                                asked,
                                queryId),
                () -> databases
                        .queries()
                        .cancel(workbench.callers().get(), from.connection().id(), queryId),
                count -> takeCount(new RowCount(count, true)),
                error -> {
                    counting.set(false);
                    showCount();
                    workbench.say(error);
                });
    }

    private void showCount() {
        if (counting.get()) {
            return;
        }
        long count = window.count();
        String words = count == 1 ? "row" : "rows";
        countText.set(
                window.isCountExact()
                        ? String.format(Locale.ROOT, "%,d %s", count, words)
                        : "~" + String.format(Locale.ROOT, "%,d %s", count, words));
    }

    // --- editing

    /** The row of the table at a place of the grid; null for new rows and those that are not there. */
    @Nullable
    LoadedRow loadedAt(long row) {
        return rows.loadedAt(row);
    }

    /** A row that was read for another purpose, with what is staged for it. */
    GridRow shown(LoadedRow row) {
        return new ShownRow(
                Objects.requireNonNull(shape),
                row,
                Objects.requireNonNull(staged).find(row).orElse(null));
    }

    /** From where the rows can be read anew that begin with one of the grid; empty when that is not known. */
    Optional<RowPosition> positionOf(long row) {
        int added = staged == null ? 0 : staged.added().size();
        if (row <= added) {
            return Optional.of(RowPosition.START);
        }
        return window.isPlaceExact() ? Optional.of(new RowPosition.Offset(row - added)) : Optional.empty();
    }

    RowsRequest request(int limit, RowPosition position) {
        return new RowsRequest(limit, sortText(), filters.get(), position);
    }

    /** The value at a place of the grid; empty where it is not there, or too long. */
    Optional<RawJson> valueAt(long row, int column) {
        StagedRow added = rows.addedAt(row);
        if (added != null) {
            return Optional.ofNullable(added.values().get(column));
        }
        LoadedRow at = rows.loadedAt(row);
        if (at == null || staged == null) {
            return Optional.empty();
        }
        RawJson changed = staged.find(at).map(edit -> edit.values().get(column)).orElse(null);
        return changed == null ? at.whole(column) : Optional.of(changed);
    }

    /** Why a cell cannot be changed; empty when it can. */
    Optional<String> obstacle(long row, int column) {
        TableShape known = shape;
        if (known == null) {
            return Optional.of("The rows are not there yet.");
        }
        boolean added = rows.addedAt(row) != null;
        if (!added && isOnlyRows()) {
            return Optional.of(note.get());
        }
        if (!known.isWritable(column)) {
            return Optional.of("The database makes the values of " + name(column) + " itself.");
        }
        LoadedRow at = rows.loadedAt(row);
        if (!added && (at == null || at.key().isEmpty())) {
            return Optional.of("This row cannot be named by its key, so it cannot be changed here.");
        }
        return Optional.empty();
    }

    /**
     * Stages a value.
     *
     * @throws IllegalArgumentException with a sentence when the text cannot be a value of the column
     */
    void setText(long row, int column, String text) {
        TableShape known = Objects.requireNonNull(shape);
        set(row, column, CellText.parse(text, known.columns().get(column), known.engine()));
    }

    void set(long row, int column, RawJson value) {
        StagedEdits edits = Objects.requireNonNull(staged);
        StagedRow added = rows.addedAt(row);
        LoadedRow at = rows.loadedAt(row);
        if (added != null) {
            edits.setNew(added, column, value);
        } else if (at != null) {
            edits.set(at, column, value);
        }
        stagedChanged();
    }

    private void stagedChanged() {
        stagedCount.set(staged == null ? 0 : staged.size());
        rows.changed();
    }

    /** Deletes whole rows, or sets cells to NULL. */
    void delete(List<GridRange> ranges) {
        for (GridRange range : ranges) {
            if (range.rows() > EditService.MOST_EDITS) {
                workbench.say(
                        Notice.warning("Select at most " + EditService.MOST_EDITS + " rows to change them here."));
                return;
            }
        }
        int refused = 0;
        for (GridRange range : ranges) {
            // From below, since a new row that goes moves those under it.
            for (long row = range.lastRow(); row >= range.firstRow(); row--) {
                refused += range.wholeRows() ? deleteRow(row) : clear(row, range.columns());
            }
        }
        stagedChanged();
        if (refused > 0) {
            workbench.say(
                    Notice.warning(note.get().isEmpty() ? "Some cells cannot be NULL or be changed." : note.get()));
        }
    }

    private int deleteRow(long row) {
        StagedEdits edits = Objects.requireNonNull(staged);
        StagedRow added = rows.addedAt(row);
        if (added != null) {
            edits.revert(added);
            return 0;
        }
        LoadedRow at = rows.loadedAt(row);
        if (at == null || at.key().isEmpty() || isOnlyRows()) {
            return 1;
        }
        edits.delete(at);
        return 0;
    }

    private int clear(long row, List<Integer> columns) {
        int refused = 0;
        for (Integer column : columns) {
            boolean nullable =
                    Objects.requireNonNull(shape).columns().get(column).nullable();
            if (!nullable || obstacle(row, column).isPresent()) {
                refused++;
            } else {
                set(row, column, RawJson.NULL);
            }
        }
        return refused;
    }

    void insert() {
        add(Map.of());
    }

    private void add(Map<Integer, RawJson> values) {
        if (!mayInsert()) {
            workbench.say(Notice.warning(note.get().isEmpty() ? "The rows are not there yet." : note.get()));
            return;
        }
        Objects.requireNonNull(staged).add(values);
        stagedCount.set(Objects.requireNonNull(staged).size());
        rows.moved(1);
        onAdded.accept((long) Objects.requireNonNull(staged).added().size() - 1);
    }

    /** Adds copies of rows; their key and what the database makes itself are left out. */
    void duplicate(List<GridRange> ranges) {
        TableShape known = shape;
        if (known == null) {
            return;
        }
        List<Map<Integer, RawJson>> copies = new ArrayList<>();
        for (GridRange range : ranges) {
            for (long row = range.firstRow(); row <= range.lastRow() && copies.size() < EditService.MOST_EDITS; row++) {
                copies.add(copy(known, row));
            }
        }
        copies.forEach(this::add);
    }

    private Map<Integer, RawJson> copy(TableShape known, long row) {
        Map<Integer, RawJson> values = new TreeMap<>();
        for (int column = 0; column < known.columns().size(); column++) {
            if (known.isWritable(column) && !known.isKey(column)) {
                int at = column;
                valueAt(row, column).ifPresent(value -> values.put(at, value));
            }
        }
        return values;
    }

    /** Puts a block of text over the cells; rows that the grid does not have become new ones. */
    void paste(long row, List<Integer> columns, String text) {
        TableShape known = shape;
        if (known == null) {
            return;
        }
        List<List<PastedCell>> block = PasteText.parse(text);
        if (block.size() > EditService.MOST_EDITS) {
            workbench.say(Notice.warning("Paste at most " + EditService.MOST_EDITS + " rows at once."));
            return;
        }
        List<String> problems = new ArrayList<>();
        for (int line = 0; line < block.size(); line++) {
            long at = row + line;
            List<PastedCell> fields = block.get(line);
            for (int i = 0; i < Math.min(fields.size(), columns.size()); i++) {
                paste(known, at, columns.get(i), fields.get(i)).ifPresent(problems::add);
            }
        }
        stagedChanged();
        if (!problems.isEmpty()) {
            workbench.say(Notice.warning(problems.getFirst()
                    + (problems.size() > 1 ? " So it was with " + (problems.size() - 1) + " more." : "")));
        }
    }

    private Optional<String> paste(TableShape known, long row, int column, PastedCell field) {
        if (row >= rows.rowCount()) {
            return Optional.of("There are fewer rows here than in what was pasted.");
        }
        Optional<String> obstacle = obstacle(row, column);
        if (obstacle.isPresent()) {
            return obstacle;
        }
        if (field.isNothing()) {
            if (!known.columns().get(column).nullable()) {
                return Optional.of(name(column) + " cannot be NULL.");
            }
            set(row, column, RawJson.NULL);
            return Optional.empty();
        }
        try {
            setText(row, column, field.text());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(name(column) + ": " + e.getMessage());
        }
    }

    /** Forgets all that is staged. */
    void revert() {
        int added = staged == null ? 0 : staged.added().size();
        if (staged != null) {
            staged.clear();
        }
        stagedCount.set(0);
        failing = false;
        banner.set("");
        rows.moved(-added);
        refresh();
    }

    // --- applying

    List<Edit> edits() {
        return staged == null ? List.of() : staged.edits();
    }

    /** Asks for the statements that {@link #apply} would run. */
    void preview(Consumer<List<String>> show) {
        List<Edit> edits = edits();
        if (edits.isEmpty()) {
            return;
        }
        String id = place.connection().id();
        var _ = workbench
                .background()
                .run(() -> databases.edits().preview(workbench.callers().get(), id, edits), show, this::refused);
    }

    /** Applies everything that is staged, or nothing of it. */
    void apply() {
        List<Edit> edits = edits();
        if (edits.isEmpty() || applying.get()) {
            return;
        }
        if (edits.size() > EditService.MOST_EDITS) {
            workbench.say(Notice.warning("Apply at most " + EditService.MOST_EDITS + " changed rows at once."));
            return;
        }
        applying.set(true);
        banner.set("");
        Objects.requireNonNull(staged).forgetProblems();
        String id = place.connection().id();
        var _ = workbench
                .background()
                .run(() -> databases.edits().apply(workbench.callers().get(), id, edits), this::applied, this::refused);
    }

    private void applied(List<EditResult> results) {
        applying.set(false);
        int added = Objects.requireNonNull(staged).added().size();
        Objects.requireNonNull(staged).clear();
        stagedCount.set(0);
        rows.moved(-added);
        workbench.say(Notice.info(results.size() == 1 ? "1 row was changed." : results.size() + " rows were changed."));
        refresh();
    }

    private void refused(AppException error) {
        applying.set(false);
        StagedEdits edits = Objects.requireNonNull(staged);
        TableShape known = Objects.requireNonNull(shape);
        if (error.errorCode() == DatabaseError.ROW_CONFLICT && error.details() instanceof RowConflict conflict) {
            edits.fail(conflict.edit(), "Somebody else changed this row.");
            stagedChanged();
            dispute.set(RowDispute.of(known, edits.rows().get(conflict.edit()), conflict.current()));
            return;
        }
        Map<Integer, String> problems = EditProblems.of(error);
        problems.forEach(edits::fail);
        stagedChanged();
        if (!problems.isEmpty()) {
            banner.set("");
            workbench.say(Notice.failure(
                    "Nothing was changed. " + problems.values().iterator().next(), String.valueOf(error.getMessage())));
            return;
        }
        if (error.kind() == ErrorKind.UNAVAILABLE) {
            again = this::apply;
            banner.set(error.getMessage() + " Your edits are kept here.");
            return;
        }
        workbench.say(error);
    }

    /**
     * Ends a conflict.
     *
     * @param taken the columns whose present value stays; null to give the whole edit up
     */
    void settle(RowDispute settled, @Nullable Set<Integer> taken) {
        dispute.set(null);
        StagedEdits edits = Objects.requireNonNull(staged);
        Optional<StagedRow> left = taken == null ? Optional.empty() : settled.settled(taken);
        edits.revert(settled.mine());
        left.ifPresent(edits::replace);
        stagedChanged();
        if (edits.isEmpty()) {
            refresh();
        } else if (left.isPresent()) {
            apply();
        }
    }

    /** Leaves a conflict for later; the edit stays as it is. */
    void postpone() {
        dispute.set(null);
    }

    // --- going elsewhere

    /** The foreign key that a cell belongs to. */
    Optional<ForeignKeyDescription> reference(int column) {
        return shape == null ? Optional.empty() : shape.reference(column);
    }

    /** Opens the row that a cell points to. */
    void follow(long row, int column) {
        TableShape known = shape;
        Optional<ForeignKeyDescription> reference = reference(column);
        if (known == null || reference.isEmpty()) {
            workbench.say(Notice.info("This column points to no other table."));
            return;
        }
        ForeignKeyDescription key = reference.get();
        List<RawJson> values = new ArrayList<>();
        for (String name : key.columns()) {
            valueAt(row, known.indexOf(name)).filter(value -> !value.isNull()).ifPresent(values::add);
        }
        if (values.size() < key.columns().size()) {
            workbench.say(Notice.info("NULL points nowhere."));
            return;
        }
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("schema", key.refSchema());
        fields.put("table", key.refTable());
        fields.put("filters", FilterWords.allEqual(key.refColumns(), values));
        fields.put("fromSchema", place.schema());
        fields.put("fromTable", place.table());
        navigator.open(new TabState(TabState.TABLE, place.connection().id(), fields));
    }

    boolean cameFromElsewhere() {
        return state.field("fromTable").isPresent();
    }

    /** Back to the table from which a foreign key led here. */
    void back() {
        state.field("fromTable")
                .ifPresent(table -> navigator.open(TabState.table(
                        place.connection().id(), state.field("fromSchema").orElse(""), table)));
    }

    TabState saved() {
        Map<String, String> fields = new LinkedHashMap<>(state.fields());
        fields.put("schema", place.schema());
        fields.put("table", place.table());
        fields.remove("filters");
        if (!filters.get().isEmpty()) {
            fields.put("filters", filters.get());
        }
        return new TabState(TabState.TABLE, place.connection().id(), fields);
    }

    CurlCommand rowsCall() {
        return calls.rows(filters.get(), sortText());
    }

    CurlCommand countCall() {
        return calls.count(filters.get());
    }

    /** One value, whole; null where no stored row is, or it has no key. */
    @Nullable
    CurlCommand valueCall(long row, int column) {
        LoadedRow loaded = loadedAt(row);
        TableShape known = shape;
        return loaded == null || known == null || loaded.key().isEmpty()
                ? null
                : calls.value(loaded.key(), known.columns().get(column).name());
    }

    @Nullable
    CurlCommand editsCall() {
        List<Edit> edits = edits();
        return edits.isEmpty() ? null : calls.edits(edits);
    }

    @Nullable
    CurlCommand previewCall() {
        List<Edit> edits = edits();
        return edits.isEmpty() ? null : calls.preview(edits);
    }

    /** Puts what is staged on the clipboard, as the body of the call. */
    void copyEdits() {
        workbench.copy(TableCalls.body(edits()), "Edits");
    }

    void connectionChanged(DatabaseConnection connection) {
        place = new Place(connection, place.schema(), place.table());
        if (shape != null) {
            note.set(noteOf(shape));
        }
    }

    void requestClose(Runnable close) {
        int edits = stagedCount.get();
        if (edits == 0) {
            close.run();
            return;
        }
        String rowsChanged = edits == 1 ? "1 row" : edits + " rows";
        workbench.ask(
                new Question(
                        "Close " + place.table() + "?",
                        "Changes of " + rowsChanged + " were not applied. They are lost when the tab closes.",
                        "Close and lose them",
                        true),
                close);
    }

    void dispose() {
        jump.cancel();
        loads.cancel();
        counts.cancel();
    }
}
