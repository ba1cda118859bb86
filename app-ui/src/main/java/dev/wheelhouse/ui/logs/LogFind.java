package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.ui.controls.log.AnsiText;
import dev.wheelhouse.ui.controls.log.LineSearch;
import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.controls.log.TextRange;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.fx.LatestOpened;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/**
 * Finds a text in the lines that are shown. All lines that have it are looked for in the background, so that there is a
 * count and a way in both directions. Belongs to the window's thread.
 */
public final class LogFind {

    private static final Duration AFTER_TYPING = Duration.ofMillis(200);

    private final Background background;
    private final LogPlaces places;
    private final Function<LogFilter, FilteredLines> opening;
    private final Function<Long, Long> rowOf;
    private final LatestOpened<FilteredLines> latest;
    private final Latest stepping;
    private final StringProperty text = new SimpleStringProperty(this, "text", "");
    private final BooleanProperty regex = new SimpleBooleanProperty(this, "regex");
    private final BooleanProperty exactCase = new SimpleBooleanProperty(this, "exactCase");
    private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper(this, "status", "");
    private final ReadOnlyStringWrapper error = new ReadOnlyStringWrapper(this, "error", "");
    private final ObjectProperty<LineSearch> search = new SimpleObjectProperty<>(this, "search", LineSearch.NONE);
    private Background.Handle typing = Background.Handle.NONE;
    private LogFilter filter = LogFilter.ALL;
    private @Nullable FilteredLines matches;
    private @Nullable Boolean pending;
    private long foundId = -1;
    private @Nullable TextRange foundRange;
    private long foundRank = -1;
    private boolean open;
    private boolean hasLog;

    /**
     * @param opening filters the document
     * @param rowOf the row of a line's number, as the view has it
     */
    LogFind(
            Background background,
            LogPlaces places,
            Function<LogFilter, FilteredLines> opening,
            Function<Long, Long> rowOf) {
        this.background = background;
        this.places = places;
        this.opening = opening;
        this.rowOf = rowOf;
        this.latest = new LatestOpened<>(background, FilteredLines::close);
        this.stepping = new Latest(background);
        text.addListener(_ -> typed());
        regex.addListener(_ -> begin());
        exactCase.addListener(_ -> begin());
    }

    public StringProperty textProperty() {
        return text;
    }

    public BooleanProperty regexProperty() {
        return regex;
    }

    public BooleanProperty exactCaseProperty() {
        return exactCase;
    }

    /** Such as {@code 3 of 17 lines}. */
    public ReadOnlyStringProperty statusProperty() {
        return status.getReadOnlyProperty();
    }

    /** What is wrong with the expression, and what to do; empty for nothing. */
    public ReadOnlyStringProperty errorProperty() {
        return error.getReadOnlyProperty();
    }

    /** What is marked in the lines that are seen. */
    public ObjectProperty<LineSearch> searchProperty() {
        return search;
    }

    /** Whether its bar is open; nothing is marked otherwise. */
    public void setOpen(boolean opens) {
        open = opens;
        begin();
    }

    private void typed() {
        typing.cancel();
        typing = background.after(AFTER_TYPING, this::begin);
    }

    /** A log is open, perhaps again: what was asked for meanwhile is looked for in it. */
    void opened() {
        hasLog = true;
        begin(pending);
    }

    /** The log is closed; what is asked for waits for the next one. */
    void closed() {
        hasLog = false;
        Boolean asked = pending;
        end();
        pending = asked;
    }

    /** Other lines are shown: looks through them anew. */
    void filterChanged(LogFilter shown) {
        filter = shown;
        begin(pending);
    }

    private void begin() {
        begin(null);
    }

    /** @param asked the direction of a step that is to follow; null for none */
    private void begin(@Nullable Boolean asked) {
        typing.cancel();
        end();
        LogPattern pattern = new LogPattern(text.get(), regex.get(), exactCase.get());
        String problem = text.get().isEmpty() ? "" : PatternText.problem(pattern);
        error.set(problem);
        if (!open || text.get().isEmpty() || !problem.isEmpty()) {
            search.set(LineSearch.NONE);
            return;
        }
        search.set(PatternText.search(pattern));
        status.set("Searching…");
        pending = asked;
        if (!hasLog) {
            return;
        }
        List<LogPattern> include = new ArrayList<>(filter.include());
        include.add(pattern);
        LogFilter wanted = new LogFilter(include, filter.exclude(), filter.levels());
        latest.run(
                () -> opening.apply(wanted),
                found -> {
                    matches = found;
                    refresh();
                },
                failure -> {
                    status.set("");
                    error.set(String.valueOf(failure.getMessage()));
                });
    }

    /** Forgets what was found. */
    private void end() {
        latest.cancel();
        stepping.cancel();
        FilteredLines before = matches;
        matches = null;
        pending = null;
        foundId = -1;
        foundRange = null;
        foundRank = -1;
        status.set("");
        if (before != null) {
            before.close();
        }
    }

    /** The document changed: more may have been found. */
    void refresh() {
        FilteredLines found = matches;
        if (found == null) {
            return;
        }
        if (found.failure() != null) {
            error.set(String.valueOf(found.failure().getMessage()));
        }
        Boolean direction = pending;
        if (direction != null) {
            pending = null;
            step(direction);
        }
        tellStatus(found);
    }

    private void tellStatus(FilteredLines found) {
        long count = found.count();
        String more = found.isComplete() ? "" : "+";
        if (count == 0) {
            status.set(found.isComplete() ? "Not found" : "Searching…");
        } else if (foundRank >= 0) {
            status.set("%,d of %,d%s lines".formatted(foundRank + 1, count, more));
        } else {
            status.set("%,d%s %s".formatted(count, more, count == 1 ? "line" : "lines"));
        }
    }

    /** Goes to the next place that has the text, from the current line on, and from the other end after the last. */
    public void step(boolean forward) {
        if (typingOpen()) {
            begin();
        }
        FilteredLines found = matches;
        if (found == null) {
            pending = search.get().equals(LineSearch.NONE) ? null : forward;
            return;
        }
        ShownLine from = places.current();
        if (from != null && stepWithin(from, forward)) {
            return;
        }
        long number = from == null ? -1 : from.number();
        boolean standsThere = from != null && from.id() == foundId;
        long rank = forward
                ? found.rowOf(standsThere || foundId >= 0 ? number + 1 : Math.max(0, number))
                : found.rowOf(Math.max(0, number)) - 1;
        long count = found.count();
        if (rank >= 0 && rank < count) {
            go(found, rank, forward);
        } else if (!found.isComplete()) {
            pending = forward;
        } else if (count > 0) {
            go(found, forward ? 0 : count - 1, forward);
        }
    }

    private boolean typingOpen() {
        return matches == null
                && search.get().equals(LineSearch.NONE)
                && open
                && !text.get().isEmpty();
    }

    /** A line may have the text several times. */
    private boolean stepWithin(ShownLine line, boolean forward) {
        TextRange now = foundRange;
        if (line.id() != foundId || now == null) {
            return false;
        }
        List<TextRange> ranges = search.get().find(AnsiText.strip(line.text()));
        int next = ranges.indexOf(now) + (forward ? 1 : -1);
        if (next < 0 || next >= ranges.size()) {
            return false;
        }
        foundRange = ranges.get(next);
        places.reveal(rowOf.apply(line.number()), foundRange);
        return true;
    }

    private void go(FilteredLines found, long rank, boolean forward) {
        stepping.run(
                () -> found.rows(rank, 1),
                lines -> {
                    if (found.equals(matches) && !lines.isEmpty()) {
                        arrive(lines.getFirst(), rank, forward);
                        tellStatus(found);
                    }
                },
                _ -> {});
    }

    private void arrive(DocumentLine line, long rank, boolean forward) {
        List<TextRange> ranges = search.get().find(AnsiText.strip(line.text()));
        foundId = line.offset();
        foundRank = rank;
        foundRange = ranges.isEmpty() ? null : forward ? ranges.getFirst() : ranges.getLast();
        places.reveal(rowOf.apply(line.number()), foundRange);
    }
}
