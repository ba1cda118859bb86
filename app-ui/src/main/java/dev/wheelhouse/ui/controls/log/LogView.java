package dev.wheelhouse.ui.controls.log;

import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.geometry.Insets;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ContextMenu;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a log, any number of them, live or not. One canvas is painted at most once a frame, however fast lines come.
 * Belongs to the window's thread.
 */
public final class LogView extends Region {

    /** What a line may have before it is shown cut, unless {@link #setLongest} says otherwise; in characters. */
    public static final int USUAL_LENGTH = 8_000;

    private final BooleanProperty wrap = new SimpleBooleanProperty(this, "wrap");
    private final BooleanProperty folding = new SimpleBooleanProperty(this, "folding", true);
    private final BooleanProperty unfoldsJson = new SimpleBooleanProperty(this, "unfoldsJson");
    private final BooleanProperty numbers = new SimpleBooleanProperty(this, "numbers", true);
    private final BooleanProperty sourceNames = new SimpleBooleanProperty(this, "sourceNames", true);
    private final ObjectProperty<TimeColumn> times = new SimpleObjectProperty<>(this, "times", TimeColumn.HIDDEN);
    private final ObjectProperty<LineSearch> search = new SimpleObjectProperty<>(this, "search", LineSearch.NONE);

    private final LogPalette palette = new LogPalette(this);
    private final LogMetrics metrics = new LogMetrics(palette);
    private final LogLines.Listener onLines = this::linesChanged;
    private final LineBlocks blocks;
    private final LogViewport viewport;
    private final LogSelection choosing;
    private final LogFolds folds;
    private final LogSurface surface;
    private Consumer<ShownLine> onBookmark = _ -> {};
    private @Nullable Awaited awaited;
    private @Nullable ContextMenu menu;

    /** A row whose line is not here yet: nobody knows under what it is folded. */
    private record Awaited(long row, Runnable reveal) {}

    /** @param zone of the times that are shown as local */
    public LogView(LogLines lines, ZoneId zone) {
        this.blocks = new LineBlocks(lines, USUAL_LENGTH);
        this.viewport = new LogViewport(lines, blocks, metrics, this::refresh);
        this.choosing = new LogSelection(viewport, blocks, zone, this::refresh);
        this.folds = new LogFolds(viewport, blocks, choosing);
        this.surface = new LogSurface(palette, metrics, blocks, viewport, choosing, new DisplayOptions(), zone);
        getStyleClass().add("log-view");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.TEXT_AREA);
        setAccessibleText("Log");
        getChildren().add(surface);
        palette.onChange(() -> {
            metrics.forgetFont();
            refresh();
        });
        observe();
        new LogKeyboard(this, viewport, choosing).install();
        new LogMouse(this, viewport, choosing, folds, metrics, surface).install();
        lines.addListener(onLines);
    }

    /** How lines are to be shown. */
    private final class DisplayOptions implements LogSurface.DisplayOptions {

        @Override
        public Gutters.Options gutters() {
            return new Gutters.Options(numbers.get(), times.get(), sourceNames.get());
        }

        @Override
        public LineSearch search() {
            return search.get();
        }

        @Override
        public boolean isFocused() {
            return LogView.this.isFocused();
        }
    }

    private void observe() {
        List.of(numbers, sourceNames, times).forEach(each -> each.addListener(_ -> refresh()));
        wrap.addListener(_ -> viewport.setWraps(wrap.get()));
        search.addListener(_ -> {
            surface.setFound(null);
            refresh();
        });
        folding.addListener(_ -> {
            blocks.setFolding(folding.get());
            refresh();
        });
        unfoldsJson.addListener(_ -> {
            blocks.setUnfoldsJson(unfoldsJson.get());
            refresh();
        });
        focusedProperty().addListener(_ -> refresh());
    }

    @Override
    public String getUserAgentStylesheet() {
        return Objects.requireNonNull(LogView.class.getResource("log-view.css")).toExternalForm();
    }

    // What is shown

    /** Shows other lines, from their end on and following it. */
    public void show(LogLines other) {
        lines().removeListener(onLines);
        other.addListener(onLines);
        begin(other, true);
    }

    private void begin(LogLines other, boolean follows) {
        awaited = null;
        blocks.show(other);
        surface.forget();
        choosing.select(null);
        viewport.begin(other, follows);
    }

    private void linesChanged(LogLines.Change change) {
        switch (change) {
            case GREW -> viewport.grew();
            case COUNTED -> viewport.counted();
            case ARRIVED -> {
                Awaited wanted = awaited;
                // Only once it came: who scrolls on meanwhile is not called back by other lines.
                if (wanted != null && folds.unfoldAround(wanted.row())) {
                    wanted.reveal().run();
                }
            }
            case REPLACED -> begin(lines(), viewport.isFollowing());
        }
        refresh();
    }

    public LogLines lines() {
        return viewport.lines();
    }

    /** Lines with more characters are shown cut. */
    public void setLongest(int characters) {
        blocks.setLongest(characters);
        refresh();
    }

    /** Which lines, by their id, are marked. Call {@link #refresh} when another one is. */
    public void setBookmarks(LongPredicate marked) {
        surface.setBookmarks(marked);
        refresh();
    }

    /** Gets a line whose bookmark a click sets or takes away. */
    public void setOnBookmark(Consumer<ShownLine> toggled) {
        onBookmark = toggled;
    }

    /** Gets a line that is shown cut and that a person wants to see whole. */
    public void setOnOpenWhole(Consumer<ShownLine> open) {
        folds.setOnOpenWhole(open);
    }

    /** Gets what a person wants to copy. */
    public void setOnCopy(Consumer<LogCopy> copy) {
        choosing.setOnCopy(copy);
    }

    public void setMenu(ContextMenu wanted) {
        menu = wanted;
    }

    @Nullable
    ContextMenu menu() {
        return menu;
    }

    LogPalette palette() {
        return palette;
    }

    /** Whether somebody can see it, as at first; otherwise it keeps no picture of its lines. */
    public void setSeen(boolean seen) {
        surface.setSeen(seen);
    }

    /** Paints again. */
    public void refresh() {
        surface.repaint();
    }

    public BooleanProperty wrapProperty() {
        return wrap;
    }

    /** Whether the lines that belong to another one, as those of a stack trace do, are folded under it. */
    public BooleanProperty foldingProperty() {
        return folding;
    }

    /** Whether JSON is written over several lines. */
    public BooleanProperty unfoldsJsonProperty() {
        return unfoldsJson;
    }

    public BooleanProperty numbersProperty() {
        return numbers;
    }

    public BooleanProperty sourceNamesProperty() {
        return sourceNames;
    }

    public ObjectProperty<TimeColumn> timesProperty() {
        return times;
    }

    public ObjectProperty<LineSearch> searchProperty() {
        return search;
    }

    // Where it stands

    /** Whether the newest lines are kept in view. */
    public ReadOnlyBooleanProperty followingProperty() {
        return viewport.followingProperty();
    }

    /** The line that the keyboard is at; null for none, and while it is fetched. */
    public ReadOnlyObjectProperty<@Nullable ShownLine> selectedLineProperty() {
        return choosing.lineProperty();
    }

    /**
     * Hands over the line that the keyboard is at as soon as it is fetched, unless the keyboard has gone on by then; the one
     * at the upper edge where it is at none.
     */
    public void whenFetched(Consumer<ShownLine> use) {
        if (choosing.row().isPresent()) {
            choosing.whenFetched(use);
            return;
        }
        ShownLine top = lines().line(topRow());
        if (top != null) {
            use.accept(top);
        }
    }

    /** The row that the keyboard is at; empty for none. */
    public Optional<Long> selectedRow() {
        return choosing.row();
    }

    /** The row at the upper edge. */
    public long topRow() {
        return viewport.topRow();
    }

    /** Lines that came while nobody followed. */
    public long unseen() {
        return viewport.unseen();
    }

    /** Goes to the newest line and stays with it. */
    public void followEnd() {
        awaited = null;
        viewport.followEnd();
    }

    /** Stays where it is, whatever comes. */
    public void pause() {
        viewport.pause();
    }

    /** Selects a row and brings it into view; following ends. */
    public void reveal(long row) {
        awaited = null;
        long inside = Math.clamp(row, lines().first(), Math.max(lines().first(), lines().end() - 1));
        viewport.pause();
        if (!folds.unfoldAround(inside) && inside < lines().end()) {
            awaited = new Awaited(inside, () -> reveal(row));
        }
        choosing.select(SelectionRange.line(inside));
        viewport.bring(inside, 0);
    }

    /** Whether a row stands there by itself, and not folded under another one. */
    boolean isSeen(long row) {
        return blocks.seen(row) == row;
    }

    /** Brings a place that a search found into view, and marks it as the one that the search stands at. */
    public void reveal(long row, TextRange range) {
        reveal(row);
        if (awaited != null) {
            awaited = new Awaited(awaited.row(), () -> reveal(row, range));
        }
        surface.setFound(new LogFrame.Found(row, range));
        LineBlock block = blocks.block(row);
        if (block != null) {
            int part = block.partOf(range.start());
            viewport.bring(row, part);
            viewport.bringColumns(
                    block.column(part, range.start()) * metrics.charWidth(),
                    block.column(part, Math.min(range.end(), block.end(part))) * metrics.charWidth());
        }
    }

    // What is done with lines

    /** Folds or unfolds the current line, its trace or its JSON; opens it whole where it is cut. */
    public void toggleFold() {
        selectedRow().ifPresent(folds::toggle);
    }

    void toggleBookmark(long row) {
        ShownLine line = lines().line(row);
        if (line != null) {
            onBookmark.accept(line);
            refresh();
        }
    }

    /**
     * Copies what is selected.
     *
     * @param withTimes each line with its time before it
     */
    public void copy(boolean withTimes) {
        choosing.copy(withTimes);
    }

    /** The selected text where it lies within one line; empty otherwise. */
    public String selectedText() {
        return choosing.text();
    }

    // As a control

    @Override
    protected void layoutChildren() {
        Insets insets = getInsets();
        surface.resizeRelocate(
                insets.getLeft(),
                insets.getTop(),
                Math.max(0, getWidth() - insets.getLeft() - insets.getRight()),
                Math.max(0, getHeight() - insets.getTop() - insets.getBottom()));
    }

    @Override
    protected double computePrefHeight(double width) {
        return 300;
    }

    @Override
    protected double computePrefWidth(double height) {
        return 600;
    }

    @Override
    protected double computeMinHeight(double width) {
        return 60;
    }

    @Override
    protected double computeMinWidth(double height) {
        return 120;
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return LogPalette.cssMetaData();
    }
}
