package dev.wheelhouse.ui.controls.log;

import dev.wheelhouse.ui.controls.log.LineLayout.Anchor;
import dev.wheelhouse.ui.controls.log.LineLayout.Placed;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import javafx.animation.PauseTransition;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import javafx.scene.text.Text;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/**
 * Lines of a log, any number of them, live or not. One canvas is painted at most once a frame, however fast lines come.
 * Belongs to the window's thread.
 */
public final class LogView extends Region {

    /** What a line may have before it is shown cut, unless {@link #setLongest} says otherwise; in characters. */
    public static final int USUAL_LENGTH = 8_000;

    private static final double BAR = 12;
    private static final double MORE_HEIGHT = 4;
    private static final long PATIENCE_NANOS = 120_000_000;
    private static final int MEASURED = 100;

    private final LogPalette palette = new LogPalette(this);
    private final LogPainter painter = new LogPainter(palette);
    private final Canvas canvas = new Canvas();
    private final ScrollBar rowBar = new ScrollBar();
    private final ScrollBar columnBar = new ScrollBar();
    private final Button pill = new Button();
    private final Rectangle clip = new Rectangle();
    private final PauseTransition late = new PauseTransition(Duration.millis(PATIENCE_NANOS / 1e6));
    private final LogLines.Listener onLines = this::linesChanged;
    private final LineBlocks blocks;
    private final LineLayout layout;
    private final Follow follow = new Follow();
    private final ZoneId zone;

    private final BooleanProperty wrap = new SimpleBooleanProperty(this, "wrap");
    private final BooleanProperty folding = new SimpleBooleanProperty(this, "folding", true);
    private final BooleanProperty unfoldsJson = new SimpleBooleanProperty(this, "unfoldsJson");
    private final BooleanProperty numbers = new SimpleBooleanProperty(this, "numbers", true);
    private final BooleanProperty sourceNames = new SimpleBooleanProperty(this, "sourceNames", true);
    private final ObjectProperty<TimeColumn> times = new SimpleObjectProperty<>(this, "times", TimeColumn.HIDDEN);
    private final ObjectProperty<LineSearch> search = new SimpleObjectProperty<>(this, "search", LineSearch.NONE);
    private final ReadOnlyBooleanWrapper following = new ReadOnlyBooleanWrapper(this, "following", true);
    private final ReadOnlyObjectWrapper<@Nullable ShownLine> selectedLine =
            new ReadOnlyObjectWrapper<>(this, "selectedLine");

    private LogLines lines;
    private LongPredicate bookmarks = _ -> false;
    private Consumer<ShownLine> onBookmark = _ -> {};
    private Consumer<ShownLine> onOpenWhole = _ -> {};
    private Consumer<LogCopy> onCopy = _ -> {};
    private @Nullable ContextMenu menu;
    private Anchor anchor = Anchor.TOP;
    private @Nullable LogSelection selection;
    private LogFrame.@Nullable Found found;
    private Gutters gutters;
    private double charWidth;
    private double lineHeight;
    private double scrolled;
    private double widest;
    private boolean adjusting;
    private boolean stale = true;
    private long completeAt;
    private long selectedWhileAway = -1;

    /** @param zone of the times that are shown as local */
    public LogView(LogLines lines, ZoneId zone) {
        this.lines = lines;
        this.zone = zone;
        this.blocks = new LineBlocks(lines, USUAL_LENGTH);
        this.layout = new LineLayout(blocks);
        this.gutters = Gutters.of(new Gutters.Wish(true, TimeColumn.HIDDEN, true), 0, List.of(), 8, 18);
        getStyleClass().add("log-view");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.TEXT_AREA);
        setAccessibleText("Log");
        rowBar.setOrientation(Orientation.VERTICAL);
        rowBar.setFocusTraversable(false);
        columnBar.setFocusTraversable(false);
        rowBar.valueProperty().addListener((_, _, now) -> scrolledByBar(now.doubleValue()));
        columnBar.valueProperty().addListener((_, _, now) -> {
            if (!adjusting) {
                scrolled = now.doubleValue();
                repaint();
            }
        });
        pill.getStyleClass().setAll("button", "log-pill");
        pill.setGraphic(new FontIcon("fth-arrow-down"));
        pill.setFocusTraversable(false);
        pill.setOnAction(_ -> followEnd());
        pill.setVisible(false);
        setClip(clip);
        getChildren().addAll(canvas, rowBar, columnBar, pill);
        getChildren().forEach(each -> each.setManaged(false));
        late.setOnFinished(_ -> repaint());
        palette.onChange(() -> {
            charWidth = 0;
            repaint();
        });
        observe();
        new LogKeyboard(this).install();
        new LogMouse(this).install();
        lines.addListener(onLines);
        follow.begin(lines.end(), true);
    }

    private void observe() {
        List.of(wrap, numbers, sourceNames, times).forEach(each -> each.addListener(_ -> repaint()));
        wrap.addListener(_ -> {
            scrolled = 0;
            widest = 0;
        });
        search.addListener(_ -> {
            found = null;
            repaint();
        });
        folding.addListener(_ -> {
            blocks.setFolding(folding.get());
            repaint();
        });
        unfoldsJson.addListener(_ -> {
            blocks.setUnfoldsJson(unfoldsJson.get());
            repaint();
        });
        focusedProperty().addListener(_ -> repaint());
    }

    @Override
    public String getUserAgentStylesheet() {
        return Objects.requireNonNull(LogView.class.getResource("log-view.css")).toExternalForm();
    }

    // What is shown

    /** Shows other lines, from their end on and following it. */
    public void show(LogLines other) {
        lines.removeListener(onLines);
        lines = other;
        lines.addListener(onLines);
        blocks.show(other);
        begin(true);
    }

    private void begin(boolean follows) {
        selection = null;
        found = null;
        selectedLine.set(null);
        widest = 0;
        scrolled = 0;
        follow.begin(lines.end(), follows);
        anchor = new Anchor(lines.first(), 0);
        completeAt = 0;
        repaint();
    }

    private void linesChanged(LogLines.Change change) {
        switch (change) {
            case GREW -> follow.grew(lines.end());
            case ARRIVED -> {}
            case REPLACED -> {
                blocks.show(lines);
                begin(follow.isFollowing());
            }
        }
        repaint();
    }

    public LogLines lines() {
        return lines;
    }

    /** Lines with more characters are shown cut. */
    public void setLongest(int characters) {
        blocks.setLongest(characters);
        repaint();
    }

    /** Which lines, by their id, are marked. Call {@link #refresh} when another one is. */
    public void setBookmarks(LongPredicate marked) {
        bookmarks = marked;
        repaint();
    }

    /** Gets a line whose bookmark a click sets or takes away. */
    public void setOnBookmark(Consumer<ShownLine> toggled) {
        onBookmark = toggled;
    }

    /** Gets a line that is shown cut and that a person wants to see whole. */
    public void setOnOpenWhole(Consumer<ShownLine> open) {
        onOpenWhole = open;
    }

    /** Gets what a person wants to copy. */
    public void setOnCopy(Consumer<LogCopy> copy) {
        onCopy = copy;
    }

    public void setMenu(ContextMenu wanted) {
        menu = wanted;
    }

    /** Paints again. */
    public void refresh() {
        repaint();
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

    /** Whether the newest lines are kept in view. */
    public ReadOnlyBooleanProperty followingProperty() {
        return following.getReadOnlyProperty();
    }

    /** The line that the keyboard is at; null for none, and while it is fetched. */
    public ReadOnlyObjectProperty<@Nullable ShownLine> selectedLineProperty() {
        return selectedLine.getReadOnlyProperty();
    }

    /** The row that the keyboard is at; empty for none. */
    public Optional<Long> selectedRow() {
        return Optional.ofNullable(selection).map(each -> each.caret().row());
    }

    /** The row at the upper edge. */
    public long topRow() {
        return anchor.row();
    }

    /** Lines that came while nobody followed. */
    public long unseen() {
        return follow.unseen();
    }

    // Moving

    /** Goes to the newest line and stays with it. */
    public void followEnd() {
        follow.resume();
        repaint();
    }

    /** Stays where it is, whatever comes. */
    public void pause() {
        follow.pause();
        repaint();
    }

    /** What a person selects must not move away under the pointer. */
    void pauseForSelection() {
        follow.pause();
    }

    /** Scrolls by lines of the screen, downwards where more than 0. */
    void scroll(double by) {
        Anchor before = anchor;
        anchor = layout.clamp(layout.move(anchor, by), viewLines());
        follow.scrolled(anchor.compareTo(before) < 0, anchor.compareTo(layout.atEnd(viewLines())) >= 0);
        repaint();
    }

    void scrollSideways(double pixels) {
        scrolled = Math.clamp(scrolled + pixels, 0, mostScrolled());
        repaint();
    }

    private void scrolledByBar(double value) {
        if (adjusting) {
            return;
        }
        Anchor before = anchor;
        double row = Math.floor(value);
        if (value >= rowBar.getMax()) {
            anchor = layout.atEnd(viewLines());
        } else {
            long wanted = lines.first() + (long) row;
            anchor = layout.clamp(new Anchor(wanted, (value - row) * blocks.height(wanted)), viewLines());
        }
        follow.scrolled(anchor.compareTo(before) < 0, value >= rowBar.getMax());
        repaint();
    }

    /** Selects a row and brings it into view; following ends. */
    public void reveal(long row) {
        long inside = Math.clamp(row, lines.first(), Math.max(lines.first(), lines.end() - 1));
        follow.pause();
        unfoldAround(inside);
        select(LogSelection.line(inside));
        anchor = layout.clamp(layout.reveal(anchor, inside, 0, viewLines()), viewLines());
        repaint();
    }

    /** Brings a place that a search found into view, and marks it as the one that the search stands at. */
    public void reveal(long row, TextRange range) {
        reveal(row);
        found = new LogFrame.Found(row, range);
        LineBlock block = blocks.block(row);
        if (block == null) {
            return;
        }
        int part = block.partOf(range.start());
        anchor = layout.clamp(layout.reveal(anchor, row, part, viewLines()), viewLines());
        double left = block.column(part, range.start()) * charWidth;
        double right = block.column(part, Math.min(range.end(), block.end(part))) * charWidth;
        double room = textWidth();
        if (!wrap.get() && (left < scrolled || right > scrolled + room)) {
            widest = Math.max(widest, right);
            scrolled = Math.max(0, left - room / 3);
        }
        repaint();
    }

    private void unfoldAround(long row) {
        ShownLine line = lines.line(row);
        ShownLine head = line == null || line.behind() == 0 ? null : lines.line(row - line.behind());
        if (head != null) {
            blocks.unfoldTrace(head);
        }
    }

    // Selecting

    void select(@Nullable LogSelection wanted) {
        selection = wanted;
        selectedLine.set(wanted == null ? null : lines.line(wanted.caret().row()));
        selectedWhileAway =
                wanted != null && selectedLine.get() == null ? wanted.caret().row() : -1;
        repaint();
    }

    @Nullable
    LogSelection selection() {
        return selection;
    }

    /** Moves the current line by lines that are not folded away. */
    void step(long by, boolean extends_) {
        LogSelection before = selection;
        long row = before == null
                ? (by > 0 ? anchor.row() - 1 : lastSeenRow() + 1)
                : before.caret().row();
        for (long left = Math.abs(by); left > 0; left--) {
            long next = by > 0 ? blocks.next(row) : blocks.previous(row);
            if (next < lines.first() || next >= lines.end()) {
                break;
            }
            row = next;
        }
        selectTo(row, extends_);
        follow.scrolled(by < 0, false);
    }

    private void selectTo(long row, boolean extends_) {
        if (lines.end() <= lines.first()) {
            return;
        }
        long inside = Math.clamp(row, lines.first(), lines.end() - 1);
        LogSelection before = selection;
        select(
                extends_ && before != null
                        ? LogSelection.lines(before.anchor().row(), inside)
                        : LogSelection.line(inside));
        anchor = layout.clamp(layout.reveal(anchor, inside, 0, viewLines()), viewLines());
    }

    void toFirst(boolean extends_) {
        follow.pause();
        selectTo(lines.first(), extends_);
    }

    void toLast(boolean extends_) {
        selectTo(lines.end() - 1, extends_);
        followEnd();
    }

    void selectAll() {
        if (lines.end() > lines.first()) {
            select(LogSelection.lines(lines.first(), lines.end() - 1));
        }
    }

    private long lastSeenRow() {
        List<Placed> placed = layout.place(anchor, viewLines());
        return placed.isEmpty() ? lines.first() - 1 : placed.getLast().row();
    }

    /** Folds or unfolds the current line, its trace or its JSON; opens it whole where it is cut. */
    public void toggleFold() {
        selectedRow().ifPresent(this::toggleFold);
    }

    void toggleFold(long row) {
        LineBlock block = blocks.block(row);
        if (block == null) {
            return;
        }
        if (block.isCut()) {
            onOpenWhole.accept(block.line());
            return;
        }
        if (blocks.toggle(block.line())) {
            follow.pause();
            LogSelection now = selection;
            if (now != null && !now.lines()) {
                select(LogSelection.line(now.caret().row()));
            }
            anchor = layout.clamp(anchor, viewLines());
            repaint();
        }
    }

    void toggleBookmark(long row) {
        ShownLine line = lines.line(row);
        if (line != null) {
            onBookmark.accept(line);
            repaint();
        }
    }

    /**
     * Copies what is selected.
     *
     * @param withTimes each line with its time before it
     */
    public void copy(boolean withTimes) {
        LogSelection chosen = selection;
        if (chosen == null || chosen.isEmpty()) {
            return;
        }
        LineBlock first = chosen.lines() ? null : blocks.block(chosen.from().row());
        LineBlock last = chosen.lines() ? null : blocks.block(chosen.to().row());
        onCopy.accept(new LogCopy(
                lines,
                chosen.from().row(),
                chosen.to().row() + 1,
                new CopyText(
                        chosen,
                        first == null ? null : first.text(),
                        last == null ? null : last.text(),
                        withTimes,
                        zone)));
    }

    /** The selected text where it lies within one line; empty otherwise. */
    public String selectedText() {
        LogSelection chosen = selection;
        if (chosen == null
                || chosen.lines()
                || chosen.from().row() != chosen.to().row()) {
            return "";
        }
        LineBlock block = blocks.block(chosen.from().row());
        int end =
                block == null ? 0 : chosen.end(chosen.from().row(), block.text().length());
        return block == null
                ? ""
                : block.text().substring(Math.min(chosen.from().character(), end), end);
    }

    // Geometry, for the mouse

    long rowAt(double y) {
        List<Placed> placed = layout.place(anchor, viewLines());
        if (placed.isEmpty()) {
            return lines.first();
        }
        Placed at = placedAt(placed, y);
        return at.row();
    }

    boolean isBelowLast(double y) {
        List<Placed> placed = layout.place(anchor, viewLines());
        return placed.isEmpty() || y > (placed.getLast().y() + 1) * lineHeight;
    }

    private Placed placedAt(List<Placed> placed, double y) {
        for (Placed each : placed) {
            if (y < (each.y() + 1) * lineHeight) {
                return each;
            }
        }
        return placed.getLast();
    }

    /** The place between two characters that is nearest to a point. */
    LogPlace placeAt(double x, double y) {
        List<Placed> placed = layout.place(anchor, viewLines());
        if (placed.isEmpty()) {
            return new LogPlace(lines.first(), 0);
        }
        Placed at = placedAt(placed, y);
        LineBlock block = blocks.block(at.row());
        if (block == null) {
            return new LogPlace(at.row(), 0);
        }
        double column = Math.max(0, x - gutters.text() + scrolled) / charWidth;
        return new LogPlace(at.row(), block.character(Math.min(at.part(), block.height() - 1), column));
    }

    @Nullable
    LineBlock block(long row) {
        return blocks.block(row);
    }

    @Nullable
    Long tailAt(double x, double y) {
        return painter.tailAt(x, y, lineHeight);
    }

    Gutters gutters() {
        return gutters;
    }

    double lineHeight() {
        return lineHeight;
    }

    @Nullable
    ContextMenu menu() {
        return menu;
    }

    LogPalette palette() {
        return palette;
    }

    int page() {
        return Math.max(1, (int) Math.floor(viewLines()) - 1);
    }

    private double viewLines() {
        return lineHeight <= 0 ? 1 : Math.max(1, viewHeight() / lineHeight);
    }

    private double viewHeight() {
        return Math.max(0, getHeight() - (columnBar.isVisible() ? BAR : 0));
    }

    private double textWidth() {
        return Math.max(charWidth, getWidth() - BAR - gutters.text() - charWidth);
    }

    private double mostScrolled() {
        return wrap.get() ? 0 : Math.max(0, widest - textWidth());
    }

    // Painting

    private void repaint() {
        stale = true;
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        clip.setWidth(getWidth());
        clip.setHeight(getHeight());
        if (canvas.getWidth() != getWidth() || canvas.getHeight() != getHeight()) {
            canvas.setWidth(getWidth());
            canvas.setHeight(getHeight());
            stale = true;
        }
        if (stale && getWidth() > 0 && getHeight() > 0) {
            stale = false;
            arrange();
        }
    }

    private void arrange() {
        measure();
        gutters = Gutters.of(
                new Gutters.Wish(numbers.get(), times.get(), sourceNames.get()),
                lastNumber(),
                lines.sources(),
                charWidth,
                lineHeight);
        blocks.wrap(wrap.get() ? (int) Math.max(20, Math.floor(textWidth() / charWidth)) : 0);
        columnBar.setVisible(mostScrolled() > 0);
        anchor = follow.isFollowing() ? layout.atEnd(viewLines()) : layout.clamp(anchor, viewLines());
        List<LogFrame.Row> rows = rows();
        scrolled = Math.min(scrolled, mostScrolled());
        boolean complete = rows.stream().allMatch(row -> row.block() != null);
        long now = System.nanoTime();
        // A page that comes within a moment is not worth a flash of empty lines.
        if (complete || now - completeAt > PATIENCE_NANOS) {
            paint(rows);
        } else {
            late.playFromStart();
        }
        if (complete) {
            completeAt = now;
        }
        placeBars();
        placePill();
        following.set(follow.isFollowing());
        lookForSelected();
    }

    private void measure() {
        if (charWidth > 0) {
            return;
        }
        Text text = new Text("x".repeat(MEASURED));
        text.setFont(palette.fonts().plain());
        charWidth = text.getLayoutBounds().getWidth() / MEASURED;
        lineHeight = Math.ceil(text.getLayoutBounds().getHeight()) + MORE_HEIGHT - 2;
    }

    private long lastNumber() {
        ShownLine last = lines.end() > lines.first() ? lines.line(lines.end() - 1) : null;
        return Math.max(lines.end(), last == null ? 0 : last.number() + 1);
    }

    private List<LogFrame.Row> rows() {
        List<LogFrame.Row> rows = new ArrayList<>();
        Instant origin = selectedLine.get() == null ? null : selectedLine.get().time();
        for (Placed each : layout.place(anchor, viewLines() + (columnBar.isVisible() ? 1 : 0))) {
            LineBlock block = blocks.block(each.row());
            if (block != null && !wrap.get()) {
                widest = Math.max(widest, (block.columns() + block.tail().length()) * charWidth);
            }
            String time = block == null || each.part() > 0 || times.get() == TimeColumn.HIDDEN
                    ? ""
                    : times.get().text(block.line().time(), origin, zone);
            int part = block == null ? 0 : Math.min(each.part(), block.height() - 1);
            rows.add(new LogFrame.Row(each.row(), part, Math.round(each.y() * lineHeight), block, time));
        }
        return rows;
    }

    private void paint(List<LogFrame.Row> rows) {
        LogFrame frame = new LogFrame(
                rows,
                gutters,
                selection,
                isFocused(),
                search.get(),
                found,
                bookmarks,
                scrolled,
                getWidth(),
                getHeight());
        painter.paint(canvas.getGraphicsContext2D(), frame);
    }

    private void placeBars() {
        adjusting = true;
        Anchor last = layout.atEnd(viewLines());
        double most = value(last);
        double count = (double) (lines.end() - lines.first());
        rowBar.resizeRelocate(getWidth() - BAR, 0, BAR, viewHeight());
        rowBar.setMax(Math.max(0, most));
        rowBar.setVisibleAmount(most <= 0 ? 0 : most * Math.min(1, viewLines() / Math.max(1, count)));
        rowBar.setUnitIncrement(1);
        rowBar.setBlockIncrement(page());
        rowBar.setValue(Math.min(value(anchor), most));
        rowBar.setVisible(most > 0);
        double sideways = mostScrolled();
        boolean shown = sideways > 0;
        columnBar.resizeRelocate(0, getHeight() - BAR, getWidth() - BAR, BAR);
        columnBar.setMax(sideways);
        columnBar.setVisibleAmount(shown ? sideways * textWidth() / (textWidth() + sideways) : 0);
        columnBar.setUnitIncrement(5 * charWidth);
        columnBar.setBlockIncrement(textWidth() / 2);
        columnBar.setValue(scrolled);
        if (columnBar.isVisible() != shown) {
            columnBar.setVisible(shown);
            repaint();
        }
        adjusting = false;
    }

    private double value(Anchor at) {
        return at.row() - lines.first() + Math.min(0.999, at.offset() / Math.max(1, blocks.height(at.row())));
    }

    private void placePill() {
        boolean shown = !follow.isFollowing() && follow.unseen() > 0;
        pill.setVisible(shown);
        if (!shown) {
            return;
        }
        String words = follow.unseen() == 1 ? "1 new line" : "%,d new lines".formatted(follow.unseen());
        if (!words.equals(pill.getText())) {
            pill.setText(words);
        }
        pill.autosize();
        pill.relocate(Math.rint((getWidth() - BAR - pill.getWidth()) / 2), viewHeight() - pill.getHeight() - 12);
    }

    private void lookForSelected() {
        if (selectedWhileAway >= 0) {
            ShownLine line = lines.line(selectedWhileAway);
            if (line != null) {
                selectedWhileAway = -1;
                selectedLine.set(line);
            }
        }
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
