package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.rows.SortKey;
import dev.wheelhouse.core.databases.rows.SortParser;
import dev.wheelhouse.core.databases.tables.CellPage;
import dev.wheelhouse.core.databases.tables.RowCount;
import dev.wheelhouse.core.databases.tables.RowsRequest;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.GridModel;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.controls.grid.GridSort;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.databases.rows.CopiedRows;
import dev.wheelhouse.ui.databases.rows.EditProblems;
import dev.wheelhouse.ui.databases.rows.EditedRows;
import dev.wheelhouse.ui.databases.rows.FilterFormatter;
import dev.wheelhouse.ui.databases.rows.LoadedRow;
import dev.wheelhouse.ui.databases.rows.RowEditing;
import dev.wheelhouse.ui.databases.rows.RowFailure;
import dev.wheelhouse.ui.databases.rows.RowPlace;
import dev.wheelhouse.ui.databases.rows.RowShape;
import dev.wheelhouse.ui.databases.rows.StagedEdits;
import dev.wheelhouse.ui.databases.rows.StagedRow;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The rows of one table, what is staged for them, and what came between. Belongs to the window's thread. */
final class TableViewModel implements EditedRows, CopiedRows {

    /** Longer values are shown by their beginning. */
    static final int CHARACTERS = 256;

    private static final Duration BEFORE_A_JUMP = Duration.ofMillis(60);

    private final Databases databases;
    private final Workbench workbench;
    private final TabNavigator navigator;
    private final TabState state;
    private final TableCalls calls;
    private final PageWindow<LoadedRow> window = new PageWindow<>();
    private final TableRows rows = new TableRows(window, this::show);
    private final Latest loads;
    private final RowCounts counts;
    private final RowFailure trouble = new RowFailure();
    private final RowEditing editing;
    private final TableLinks links;
    private final ReadOnlyStringWrapper filterProblem = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper filters = new ReadOnlyStringWrapper("");
    private final BooleanProperty loaded = new SimpleBooleanProperty();
    private final ObjectProperty<@Nullable AppException> failure = new SimpleObjectProperty<>();
    private RowPlace place;
    private @Nullable RowShape shape;
    private @Nullable RowLoad loading;
    private Background.Handle jump = Background.Handle.NONE;
    private List<SortKey> order = List.of();
    private TableRows.VisibleRows visible = new TableRows.VisibleRows(0, 0);
    private boolean failing;
    private Consumer<Long> onAdded = row -> {};

    TableViewModel(Databases databases, Workbench workbench, TabNavigator navigator, RowPlace place, TabState state) {
        this.databases = databases;
        this.workbench = workbench;
        this.navigator = navigator;
        this.place = place;
        this.state = state;
        this.calls = new TableCalls(place.connection().id(), place.schema(), place.table());
        this.loads = new Latest(workbench.background());
        this.counts = new RowCounts(databases, workbench, window, this::takeCount);
        this.editing = new RowEditing(databases, workbench, this, trouble);
        this.links = new TableLinks(workbench, navigator, editing, state);
        filters.set(state.field("filters").orElse(""));
    }

    // --- what the view shows

    GridModel rows() {
        return rows;
    }

    @Override
    public Optional<RowShape> shape() {
        return Optional.ofNullable(shape);
    }

    @Override
    public RowPlace place() {
        return place;
    }

    RowEditing editing() {
        return editing;
    }

    RowCounts counts() {
        return counts;
    }

    /** A trouble that leaves the rows on the screen; empty for none. */
    RowFailure trouble() {
        return trouble;
    }

    ReadOnlyStringProperty filterProblemProperty() {
        return filterProblem.getReadOnlyProperty();
    }

    /** As applied. */
    ReadOnlyStringProperty filtersProperty() {
        return filters.getReadOnlyProperty();
    }

    /** Whether anything was read yet. */
    BooleanProperty loadedProperty() {
        return loaded;
    }

    /** Why there is nothing to show at all; null while there is. */
    ObjectProperty<@Nullable AppException> failureProperty() {
        return failure;
    }

    /** Told the grid's row of a new row. */
    void setOnAdded(Consumer<Long> listener) {
        onAdded = listener;
    }

    // --- reading

    /** Orders the rows from the start on as they were left; keys of columns that are gone are dropped. */
    void orderAsLeft(List<SortKey> keys) {
        order = List.copyOf(keys);
    }

    /** Reads the first rows. */
    void open() {
        refresh();
        estimate();
    }

    /** Reads what is on the screen again; staged edits stay. */
    void refresh() {
        failing = false;
        if (!window.isLoaded()) {
            read(RowLoad.start(PageWindow.PAGE));
            return;
        }
        read(window.again(visible.first()));
        estimate();
    }

    private void restart() {
        loads.cancel();
        loading = null;
        RowLoad start = RowLoad.start(PageWindow.PAGE);
        failing = false;
        read(start);
        estimate();
    }

    private void show(TableRows.VisibleRows now) {
        visible = now;
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
            Optional<RowLoad> still = window.wanted(visible.first(), visible.last());
            still.filter(load -> !load.equals(loading)).ifPresent(this::read);
        });
    }

    private void read(RowLoad load) {
        loading = load;
        RowsRequest request = request(load.limit(), load.position());
        RowPlace from = place;
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

    private void accept(RowLoad load, CellPage page) {
        loading = null;
        failing = false;
        RowShape read = new RowShape(place.connection().engine(), page.table(), page.columns());
        if (!takeShape(read)) {
            return;
        }
        RowShape known = Objects.requireNonNull(shape);
        trouble.clear();
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
        counts.show();
        rows.moved(moved);
        show(visible);
    }

    /** False when the table was changed so that what is staged does not fit it any more. */
    private boolean takeShape(RowShape read) {
        if (shape != null
                && shape.columns().equals(read.columns())
                && shape.table().equals(read.table())) {
            return true;
        }
        boolean sameColumns = shape != null
                && shape.columns().equals(read.columns())
                && shape.table().primaryKey().equals(read.table().primaryKey());
        StagedEdits before = editing.staged().orElse(null);
        if (!sameColumns && before != null && !before.isEmpty()) {
            failing = true;
            trouble.show(
                    "The columns of this table were changed since your edits were made. Copy the edits if you need"
                            + " them, then revert them to see the table as it is now.",
                    this::refresh);
            return false;
        }
        StagedEdits kept = editing.begin(read, sameColumns ? before : null);
        boolean anew = shape != null && !sameColumns;
        shape = read;
        allow(read);
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

    private void allow(RowShape read) {
        boolean readOnly = place.connection().readOnly();
        String note = readOnly ? RowEditing.READ_ONLY : read.findObstacle().orElse("");
        editing.allow(note, readOnly ? note : "");
    }

    private void fail(RowLoad load, AppException error) {
        loading = null;
        failing = true;
        boolean outdatedOrder = !order.isEmpty() && !loaded.get();
        if (outdatedOrder && EditProblems.at(error, "query.sort").isPresent()) {
            // The table was changed since. The grid reports which keys are left once it knows the columns.
            order = List.of();
            restart();
            return;
        }
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
        String kept = editing.stagedCountProperty().get() > 0 ? " Your edits are kept here." : "";
        trouble.show(
                (error.errorCode() == PlatformError.NOT_FOUND
                                ? "This table is not there any more. What you see was read before."
                                : error.getMessage())
                        + kept,
                () -> {
                    failing = false;
                    read(load);
                });
    }

    /** Tries again what went wrong. */
    void retry() {
        if (trouble.textProperty().get().isEmpty()) {
            refresh();
            return;
        }
        trouble.retry();
    }

    // --- filters, order, count

    void filter(String text) {
        filters.set(text.strip());
        navigator.stateChanged();
        restart();
    }

    /** Keeps rows with this value in this column, beside the filters that are there. */
    void filterBy(long row, int column) {
        Optional<RawJson> value = editing.valueAt(row, column);
        if (value.isEmpty()) {
            workbench.say(Notice.info("This value is too long to filter by. Use contains or startswith instead."));
            return;
        }
        filter(FilterFormatter.and(filters.get(), FilterFormatter.equal(name(column), value.get())));
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
        counts.estimate(place, filters.get());
    }

    private void takeCount(RowCount count) {
        window.setCount(count.rows(), count.exact());
        rows.changed();
    }

    /** Counts the rows; again to stop counting. */
    void countExactly() {
        counts.exactly(place, filters.get());
    }

    private RowsRequest request(int limit, RowPosition position) {
        return new RowsRequest(limit, sortText(), filters.get(), position);
    }

    @Override
    public @Nullable LoadedRow loadedAt(long row) {
        return rows.loadedAt(row);
    }

    @Override
    public long rowCount() {
        return rows.rowCount();
    }

    @Override
    public void changed() {
        rows.changed();
    }

    @Override
    public void moved(long by) {
        rows.moved(by);
    }

    @Override
    public void added(long row) {
        onAdded.accept(row);
    }

    @Override
    public void applied(List<StagedRow> written) {
        refresh();
    }

    @Override
    public GridModel grid() {
        return rows;
    }

    @Override
    public Optional<Reading> read(GridRange range) {
        RowShape known = shape;
        StagedEdits edits = editing.staged().orElse(null);
        if (known == null || edits == null) {
            return Optional.empty();
        }
        int added = edits.added().size();
        boolean fromTop = range.firstRow() <= added;
        if (!fromTop && !window.isPlaceExact()) {
            return Optional.empty();
        }
        // An estimated last row stands for the end, wherever that is.
        boolean toTheEnd = !window.isCountExact() && range.lastRow() >= rows.rowCount() - 1;
        RowPosition from = fromTop ? RowPosition.START : new RowPosition.Offset(range.firstRow() - added);
        TableReading.Pages pages =
                TableReading.Pages.of(databases, workbench.callers(), place, sortText(), filters.get());
        TableReading.Span span = new TableReading.Span(range.firstRow(), toTheEnd ? Long.MAX_VALUE : range.lastRow());
        return Optional.of(new TableReading(pages, known, edits, span, from));
    }

    // --- going elsewhere

    TableLinks links() {
        return links;
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

    void connectionChanged(DatabaseConnection connection) {
        place = place.on(connection);
        if (shape != null) {
            allow(shape);
        }
    }

    void dispose() {
        jump.cancel();
        loads.cancel();
        counts.cancel();
    }
}
