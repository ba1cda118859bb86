package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.BoundingBox;
import javafx.geometry.Bounds;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/**
 * Rows and columns, any number of either. Works the mouse and the keys as spreadsheets do; what is edited, sorted or
 * copied is told to its owner. Belongs to the window's thread.
 */
public final class DataGrid extends Region {

    public static final double ROW_HEIGHT = 26;

    public static final double HEADER_HEIGHT = 44;
    private static final double BAR = 12;
    private static final double SHORTEST_THUMB = 28;

    private final GridViewport viewport = new GridViewport(ROW_HEIGHT);
    private final ColumnLayout columns = new ColumnLayout();
    private final GridSection frozenCells = new GridSection();
    private final GridSection cells = new GridSection();
    private final GridGutter gutter = new GridGutter();
    private final GridHeader frozenHeader;
    private final GridHeader header;
    private final Label corner = new Label();
    private final Label placeholder = new Label();
    private final ScrollBar rowBar = new ScrollBar();
    private final ScrollBar columnBar = new ScrollBar();
    private final GridEditSession editSession = new GridEditSession(this);
    private final ReadOnlyObjectWrapper<GridSelection> selection = new ReadOnlyObjectWrapper<>(GridSelection.NONE);
    private final ObjectProperty<List<GridSort>> order = new SimpleObjectProperty<>(List.of());
    private final GridListener listener = new Listener();
    private GridModel model = new ListGridModel(List.of(), List.of(), true);
    private boolean sortable = true;
    private boolean adjusting;
    private boolean layingOut;
    private @Nullable LayoutMemory memory;
    private double scrolledLeft;
    private @Nullable GridEditing editing;
    private BiConsumer<List<GridRange>, CopyFormat> onCopy = new GridClipboard(this)::copy;
    private @Nullable ContextMenu cellMenu;
    private Runnable onOpen = () -> {};

    public DataGrid() {
        getStyleClass().add("data-grid");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.TABLE_VIEW);
        HeaderActions actions = new HeaderActions(this);
        frozenHeader = new GridHeader(actions);
        header = new GridHeader(actions);
        corner.getStyleClass().setAll("grid-corner");
        corner.setAccessibleText("Select everything");
        corner.setOnMouseClicked(event -> {
            requestFocus();
            selectAll();
        });
        rowBar.setOrientation(Orientation.VERTICAL);
        rowBar.setFocusTraversable(false);
        columnBar.setFocusTraversable(false);
        rowBar.valueProperty().addListener((bar, before, now) -> scrolledByBar(now.doubleValue(), true));
        columnBar.valueProperty().addListener((bar, before, now) -> scrolledByBar(now.doubleValue(), false));
        placeholder.getStyleClass().setAll("grid-placeholder");
        getChildren().addAll(cells, frozenCells, gutter, header, frozenHeader, corner, rowBar, columnBar, placeholder);
        columns.setOnChange(this::columnsMoved);
        selection.addListener((changed, before, now) -> requestLayout());
        order.addListener((changed, before, now) -> columnsMoved());
        focusedProperty()
                .addListener(
                        (changed, before, now) -> notifyAccessibleAttributeChanged(AccessibleAttribute.FOCUS_ITEM));
        new GridKeyboard(this).install();
        new GridMouse(this).install();
    }

    @Override
    public String getUserAgentStylesheet() {
        return Objects.requireNonNull(DataGrid.class.getResource("data-grid.css"))
                .toExternalForm();
    }

    public GridModel model() {
        return model;
    }

    /** Shows other rows, from the first one on. */
    public void setModel(GridModel newModel) {
        editSession.cancel();
        model.removeListener(listener);
        model = newModel;
        model.addListener(listener);
        layOut();
        scrolledLeft = 0;
        viewport.fit(getHeight() - HEADER_HEIGHT, model.rowCount());
        viewport.setTop(0);
        order.set(List.of());
        boolean empty = model.rowCount() == 0 || columns.count() == 0;
        selection.set(empty ? GridSelection.NONE : GridSelection.at(new CellPoint(0, 0)));
        requestLayout();
    }

    /** Who remembers how the columns were left. */
    public interface LayoutMemory {

        /** Empty when the columns stand as they come. */
        Optional<GridLayout> recall();

        /** Told whenever a person changes something; often, while a column is drawn wider. */
        void keep(GridLayout layout);
    }

    /** Restores the columns as they were left, and reports how they are left from now on. */
    public void setLayoutMemory(LayoutMemory wanted) {
        memory = wanted;
        layOut();
    }

    private void layOut() {
        layingOut = true;
        columns.reset(model.columns());
        Optional<GridLayout> left = memory == null || model.columns().isEmpty() ? Optional.empty() : memory.recall();
        left.ifPresent(layout -> {
            columns.restore(model.columns(), layout);
            List<String> names = model.columns().stream().map(GridColumn::name).toList();
            order.set(layout.order().stream()
                    .filter(key -> names.contains(key.name()))
                    .map(key -> new GridSort(names.indexOf(key.name()), key.descending()))
                    .toList());
        });
        layingOut = false;
    }

    private void columnsMoved() {
        requestLayout();
        if (memory != null && !layingOut && !model.columns().isEmpty()) {
            List<GridLayout.Key> keys = order.get().stream()
                    .map(key ->
                            new GridLayout.Key(model.columns().get(key.column()).name(), key.descending()))
                    .toList();
            memory.keep(new GridLayout(columns.describe(model.columns()), columns.frozen(), keys));
        }
    }

    /** Which columns are shown, in what order, how wide, and how many are frozen. */
    public ColumnLayout columnLayout() {
        return columns;
    }

    public ReadOnlyObjectProperty<GridSelection> selectionProperty() {
        return selection.getReadOnlyProperty();
    }

    public GridSelection selection() {
        return selection.get();
    }

    /** Selects, and shows the cell that has the focus. */
    public void select(GridSelection wanted) {
        GridSelection possible = wanted.within(model.rowCount(), columns.count());
        selection.set(possible);
        reveal(possible.focus());
        notifyAccessibleAttributeChanged(AccessibleAttribute.FOCUS_ITEM);
    }

    /** Everything, in no time. */
    public void selectAll() {
        selection.set(
                GridSelection.all(model.rowCount(), columns.count(), selection().focus()));
    }

    /** What is selected, in the model's columns. */
    public List<GridRange> selectedRanges() {
        return selection().areas().stream()
                .map(area -> new GridRange(
                        area.firstRow(),
                        area.lastRow(),
                        IntStream.rangeClosed(area.firstColumn(), area.lastColumn())
                                .map(columns::columnAt)
                                .boxed()
                                .toList(),
                        area.columns() == columns.count()))
                .toList();
    }

    /** The model's column that has the focus; empty in an empty grid. */
    public Optional<Integer> focusedColumn() {
        return selection().areas().isEmpty()
                ? Optional.empty()
                : Optional.of(columns.columnAt(selection().focus().column()));
    }

    /** How the rows are ordered; clicks on headers change it, and so may the owner. The owner brings the rows in order. */
    public ObjectProperty<List<GridSort>> orderProperty() {
        return order;
    }

    /** Whether clicks on headers change the order. */
    public void setSortable(boolean sortable) {
        this.sortable = sortable;
    }

    boolean isSortable() {
        return sortable;
    }

    /** Without it the grid is only read. */
    public void setEditing(@Nullable GridEditing editing) {
        this.editing = editing;
    }

    @Nullable
    GridEditing editing() {
        return editing;
    }

    /** What stands in the middle of a grid without rows. */
    public void setPlaceholder(String sentence) {
        placeholder.setText(sentence);
    }

    /** Who copies instead of the grid, which copies only rows that are there. */
    public void setOnCopy(BiConsumer<List<GridRange>, CopyFormat> onCopy) {
        this.onCopy = onCopy;
    }

    public void copy(CopyFormat format) {
        if (!selection().areas().isEmpty()) {
            onCopy.accept(selectedRanges(), format);
        }
    }

    /** Shown for the selected cells. */
    public void setCellMenu(@Nullable ContextMenu menu) {
        cellMenu = menu;
    }

    @Nullable
    ContextMenu cellMenu() {
        return cellMenu;
    }

    /** What a double click or Enter does where nothing can be edited. */
    public void setOnOpen(Runnable onOpen) {
        this.onOpen = onOpen;
    }

    /** Begins to edit the cell that has the focus, or opens it. */
    public void edit(@Nullable String typed) {
        if (!editSession.begin(typed) && typed == null) {
            onOpen.run();
        }
    }

    /** Takes over what is being edited; false when it cannot be, and then the field stays. */
    public boolean commitEdit() {
        return editSession.commit();
    }

    /** Ends what is being edited; what was typed stays, with what is wrong with it where it cannot be taken over. */
    public void leaveEdit() {
        editSession.leave();
    }

    /** Whether a cell is being edited. */
    public ReadOnlyBooleanProperty editOpenProperty() {
        return editSession.openProperty();
    }

    GridEditSession editSession() {
        return editSession;
    }

    GridViewport viewport() {
        return viewport;
    }

    /** Scrolls no further than needed. */
    public void reveal(CellPoint point) {
        viewport.reveal(point.row());
        if (point.column() >= columns.frozen() && point.column() < columns.count()) {
            double left = columns.leftOf(point.column()) - columns.frozenWidth();
            double right = left + columns.widthAt(point.column());
            double room = Math.max(0, sectionWidth());
            if (left < scrolledLeft) {
                scrolledLeft = left;
            } else if (right > scrolledLeft + room) {
                scrolledLeft = Math.min(left, right - room);
            }
        }
        requestLayout();
    }

    /** Makes the column as wide as what it shows now needs. */
    public void fitColumn(int position) {
        columns.resize(position, ColumnFit.width(model, columns.columnAt(position), viewport));
    }

    void scroll(double rows, double pixels) {
        viewport.setTop(viewport.top() + rows);
        scrolledLeft = scrolledLeft + pixels;
        requestLayout();
    }

    private void scrolledByBar(double value, boolean rows) {
        if (adjusting) {
            return;
        }
        if (rows) {
            viewport.setTop(value);
        } else {
            scrolledLeft = value;
        }
        requestLayout();
    }

    private double gutterWidth() {
        return GridGutter.width(model.rowCount());
    }

    private double sectionWidth() {
        return getWidth() - gutterWidth() - columns.frozenWidth() - BAR;
    }

    /** The place under a point of the grid; its row and column may not exist. */
    CellPoint pointAt(double x, double y) {
        double inside = x - gutterWidth();
        double unscrolled = inside < columns.frozenWidth() ? inside : inside + scrolledLeft;
        int position = inside < 0 ? -1 : columns.positionAt(unscrolled);
        return new CellPoint(viewport.rowAt(y - HEADER_HEIGHT), position);
    }

    boolean isInGutter(double x, double y) {
        return x < gutterWidth() && y > HEADER_HEIGHT;
    }

    /** Whether a point lies where cells are. */
    boolean isInCells(double x, double y) {
        return x >= gutterWidth() && y > HEADER_HEIGHT && y < HEADER_HEIGHT + cells.getHeight() && x < getWidth() - BAR;
    }

    /** Where a cell stands in the grid, whether it can be seen or not. */
    Bounds boundsOf(CellPoint point) {
        boolean frozen = point.column() < columns.frozen();
        double x = gutterWidth() + columns.leftOf(point.column()) - (frozen ? 0 : scrolledLeft);
        return new BoundingBox(
                x, HEADER_HEIGHT + viewport.yOf(point.row()), columns.widthAt(point.column()), ROW_HEIGHT);
    }

    @Override
    protected double computePrefWidth(double height) {
        return 640;
    }

    @Override
    protected double computePrefHeight(double width) {
        return 320;
    }

    @Override
    protected double computeMinHeight(double width) {
        return HEADER_HEIGHT + BAR + 2 * ROW_HEIGHT;
    }

    @Override
    protected void layoutChildren() {
        double gutterWidth = gutterWidth();
        double frozenWidth = Math.min(columns.frozenWidth(), Math.max(0, getWidth() - gutterWidth - BAR));
        double width = Math.max(0, getWidth() - gutterWidth - frozenWidth - BAR);
        double scrolling = columns.totalWidth() - columns.frozenWidth();
        double height = Math.max(0, getHeight() - HEADER_HEIGHT - (scrolling > width ? BAR : 0));
        viewport.fit(height, model.rowCount());
        scrolledLeft = Math.clamp(scrolledLeft, 0, Math.max(0, scrolling - width));
        layoutBars(width, height, scrolling);
        corner.resizeRelocate(0, 0, gutterWidth, HEADER_HEIGHT);
        gutter.resizeRelocate(0, HEADER_HEIGHT, gutterWidth, height);
        frozenHeader.resizeRelocate(gutterWidth, 0, frozenWidth, HEADER_HEIGHT);
        frozenCells.resizeRelocate(gutterWidth, HEADER_HEIGHT, frozenWidth, height);
        header.resizeRelocate(gutterWidth + frozenWidth, 0, width + BAR, HEADER_HEIGHT);
        cells.resizeRelocate(gutterWidth + frozenWidth, HEADER_HEIGHT, width, height);
        placeholder.setVisible(model.rowCount() == 0);
        placeholder.resizeRelocate(0, HEADER_HEIGHT, getWidth(), Math.min(height, 160));
        showRows();
        editSession.layout();
    }

    /** Of the shown part of a bar, but no less than can be taken with the pointer. */
    private static double thumb(double share, double track) {
        return track <= 0 ? 1 : Math.clamp(share, Math.min(1, SHORTEST_THUMB / track), 1);
    }

    private void layoutBars(double width, double height, double scrolling) {
        adjusting = true;
        rowBar.resizeRelocate(getWidth() - BAR, HEADER_HEIGHT, BAR, height);
        rowBar.setMax(viewport.maxTop());
        double share = (double) viewport.page() / (double) Math.max(1, model.rowCount());
        rowBar.setVisibleAmount(viewport.maxTop() * thumb(share, height));
        rowBar.setUnitIncrement(1);
        rowBar.setBlockIncrement((double) viewport.page());
        rowBar.setValue(viewport.top());
        rowBar.setVisible(viewport.maxTop() > 0);
        columnBar.resizeRelocate(getWidth() - BAR - width, getHeight() - BAR, width, BAR);
        double most = Math.max(0, scrolling - width);
        columnBar.setMax(most);
        columnBar.setVisibleAmount(scrolling <= 0 ? 0 : most * thumb(width / scrolling, width));
        columnBar.setUnitIncrement(40);
        columnBar.setBlockIncrement(width);
        columnBar.setValue(scrolledLeft);
        columnBar.setVisible(most > 0);
        adjusting = false;
    }

    private void showRows() {
        if (viewport.lastRow() >= viewport.firstRow()) {
            model.show(viewport.firstRow(), viewport.lastRow());
        }
        var frozenSpan = new GridSection.Span(model, columns, 0, columns.frozen(), 0);
        var span = new GridSection.Span(model, columns, columns.frozen(), columns.count(), scrolledLeft);
        GridSelection selected = selection();
        frozenCells.setVisible(columns.frozen() > 0);
        frozenHeader.setVisible(columns.frozen() > 0);
        frozenCells.show(frozenSpan, viewport);
        frozenCells.select(selected, frozenSpan, viewport);
        frozenHeader.show(frozenSpan, order.get(), selected);
        cells.show(span, viewport);
        cells.select(selected, span, viewport);
        header.show(span, order.get(), selected);
        gutter.show(model, viewport, selected);
    }

    /** The node of a cell; empty while it is not on the screen. */
    Optional<CellNode> findCell(CellPoint point) {
        return point.column() < columns.frozen() ? frozenCells.find(point) : cells.find(point);
    }

    void add(javafx.scene.Node node) {
        getChildren().add(node);
    }

    void remove(javafx.scene.Node node) {
        getChildren().remove(node);
    }

    @Override
    public @Nullable Object queryAccessibleAttribute(AccessibleAttribute attribute, Object... parameters) {
        return switch (attribute) {
            case FOCUS_ITEM -> findCell(selection().focus()).orElse(null);
            case ROW_COUNT -> (int) Math.min(Integer.MAX_VALUE, model.rowCount());
            case COLUMN_COUNT -> columns.count();
            case CELL_AT_ROW_COLUMN ->
                findCell(new CellPoint((Integer) parameters[0], (Integer) parameters[1]))
                        .orElse(null);
            case SELECTED_ITEMS ->
                new ArrayList<>(findCell(selection().focus()).map(List::of).orElse(List.of()));
            default -> super.queryAccessibleAttribute(attribute, parameters);
        };
    }

    private final class Listener implements GridListener {

        @Override
        public void contentChanged() {
            if (selection().areas().isEmpty() && model.rowCount() > 0 && columns.count() > 0) {
                selection.set(GridSelection.at(new CellPoint(0, 0)));
            } else {
                selection.set(selection().within(model.rowCount(), columns.count()));
            }
            requestLayout();
        }

        @Override
        public void columnsChanged() {
            editSession.cancel();
            layOut();
            contentChanged();
        }

        @Override
        public void rowsMoved(long by) {
            viewport.move(by, model.rowCount());
            selection.set(selection().moved(by).within(model.rowCount(), columns.count()));
            editSession.moved(by);
            requestLayout();
        }
    }
}
