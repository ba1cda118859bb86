package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.DocumentState;
import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.core.logs.document.LevelCounts;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.controls.log.LineLevel;
import dev.wheelhouse.ui.controls.log.LogCopy;
import dev.wheelhouse.ui.controls.log.LogLines;
import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.controls.log.TextRange;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.logs.desk.LinesWanted;
import dev.wheelhouse.ui.logs.desk.LogDesk;
import dev.wheelhouse.ui.logs.desk.LogTarget;
import dev.wheelhouse.ui.logs.desk.OpenedLog;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** One log that is looked at: opened, filtered, searched. Belongs to the window's thread. */
public final class LogPaneViewModel {

    /** Lines that the clipboard takes at once. */
    static final long MOST_COPIED = 100_000;

    /** What the pane shows. */
    public sealed interface State {

        record Opening() implements State {}

        record Ready() implements State {}

        record Failed(AppException failure) implements State {}
    }

    private final LogDesk desk;
    private final Workbench workbench;
    private final Background background;
    private final Clock clock;
    private final ZoneId zone;
    private final LogTarget target;
    private final Latest opening;
    private final Latest filteringRows;
    private final LogFiltering filtering = new LogFiltering(this::filterChanged);
    private final LogBookmarks bookmarks = new LogBookmarks();
    private final LogFind find;
    private final LogCalls calls;
    private final LogExports exports;
    private final AtomicBoolean told = new AtomicBoolean();

    private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(this, "state", new State.Opening());
    private final ReadOnlyStringWrapper title = new ReadOnlyStringWrapper(this, "title", "");
    private final ReadOnlyStringWrapper where = new ReadOnlyStringWrapper(this, "where", "");
    private final ReadOnlyStringWrapper summary = new ReadOnlyStringWrapper(this, "summary", "");
    private final ReadOnlyStringWrapper notice = new ReadOnlyStringWrapper(this, "notice", "");
    private final ReadOnlyObjectWrapper<@Nullable LogLines> lines = new ReadOnlyObjectWrapper<>(this, "lines");
    private final ReadOnlyObjectWrapper<Map<LineLevel, Long>> counts =
            new ReadOnlyObjectWrapper<>(this, "counts", Map.of());
    private final ReadOnlyObjectWrapper<Boolean> partial = new ReadOnlyObjectWrapper<>(this, "partial", false);
    private final ObjectProperty<@Nullable Instant> jump = new SimpleObjectProperty<>(this, "jump");
    private ObservableList<String> sources = FXCollections.observableArrayList();

    private @Nullable LogPlaces places;
    private @Nullable LogDocument document;
    private LogDocument.@Nullable Registration registration;
    private @Nullable DocumentLines shown;
    private @Nullable SourceNames names;
    private @Nullable FilteredLines filtered;
    private @Nullable Long revealNumber;
    private boolean visible;
    private boolean disposed;

    public LogPaneViewModel(LogDesk desk, Workbench workbench, Clock clock, ZoneId zone, LogTarget target) {
        this.desk = desk;
        this.workbench = workbench;
        this.background = workbench.background();
        this.clock = clock;
        this.zone = zone;
        this.target = target;
        this.exports = new LogExports(background);
        this.opening = new Latest(background);
        this.filteringRows = new Latest(background);
        this.calls = new LogCalls(target, filtering);
        this.find = new LogFind(background, new Places(), this::filteredFor, this::rowOf);
        title.set(LogTitles.before(target));
    }

    /** The view comes later than the model, and only it knows where it stands. */
    private final class Places implements LogPlaces {

        @Override
        public @Nullable ShownLine current() {
            return places == null ? null : places.current();
        }

        @Override
        public boolean isFollowing() {
            return places == null || places.isFollowing();
        }

        @Override
        public void reveal(long row, @Nullable TextRange range) {
            if (places != null) {
                places.reveal(row, range);
            }
        }
    }

    void setPlaces(LogPlaces view) {
        places = view;
    }

    // Life

    public void onShow() {
        visible = true;
        LogDocument known = document;
        if (known == null) {
            open();
            return;
        }
        listenTo(known);
        refresh();
    }

    /** What is open stays open and goes on reading; only nothing is told here. */
    public void onHide() {
        visible = false;
        release();
    }

    public void dispose() {
        disposed = true;
        onHide();
        opening.cancel();
        closeDocument();
    }

    /** Opens it, again if it was open. */
    public void open() {
        release();
        closeDocument();
        state.set(new State.Opening());
        opening.run(
                () -> {
                    OpenedLog opened = desk.open(target);
                    return new Begun(opened, Optional.ofNullable(DocumentLines.newestOf(opened.document())));
                },
                this::opened,
                failure -> state.set(new State.Failed(failure)));
    }

    private record Begun(OpenedLog log, Optional<List<DocumentLine>> newest) {}

    private void opened(Begun begun) {
        OpenedLog log = begun.log();
        if (disposed) {
            exports.close(log.document());
            return;
        }
        document = log.document();
        SourceNames found = new SourceNames(log.sources());
        names = found;
        sources = found.all();
        title.set(log.title());
        where.set(log.where());
        shown = new DocumentLines(
                log.document(),
                log.document(),
                background,
                found,
                begun.newest().orElse(null));
        lines.set(shown);
        state.set(new State.Ready());
        if (visible) {
            listenTo(log.document());
        }
        if (filtering.isActive()) {
            filterChanged();
        }
        refresh();
        jumpWhenCounted();
    }

    private void listenTo(LogDocument to) {
        release();
        registration = to.onChange(() -> {
            // Told often; the window looks once for all of what was told before it came to it.
            if (told.compareAndSet(false, true)) {
                background.onWindow(() -> {
                    told.set(false);
                    refresh();
                });
            }
        });
    }

    private void release() {
        if (registration != null) {
            registration.close();
            registration = null;
        }
    }

    private void closeDocument() {
        find.end();
        filteringRows.cancel();
        if (shown != null) {
            shown.close();
            shown = null;
        }
        if (filtered != null) {
            filtered.close();
            filtered = null;
        }
        if (document != null) {
            exports.close(document);
            document = null;
        }
    }

    private void refresh() {
        LogDocument known = document;
        if (known == null || shown == null) {
            return;
        }
        DocumentState now = known.state();
        shown.refresh();
        notice.set(now.notice());
        partial.set(!now.isFromStart());
        showCounts(known.counts());
        summary.set(LogTitles.summary(now, filtered));
        if (filtered != null && filtered.failure() != null) {
            filtering.fail(String.valueOf(filtered.failure().getMessage()));
        }
        find.refresh();
        revealWaiting();
        jumpWhenCounted();
    }

    private void showCounts(LevelCounts now) {
        Map<LineLevel, Long> each = new EnumMap<>(LineLevel.class);
        for (LogLevel level : LogLevel.values()) {
            each.put(LineLevel.valueOf(level.name()), now.of(level));
        }
        counts.set(each);
    }

    // Filter

    private FilteredLines filteredFor(LogFilter filter) {
        LogDocument known = document;
        if (known == null) {
            throw new AppException(PlatformError.CANCELLED, "The log was closed.");
        }
        return known.filtered(filter, filtering.hidden());
    }

    private LinesWanted wanted() {
        return new LinesWanted(filtering.filter(), filtering.hidden());
    }

    private void filterChanged() {
        LogDocument known = document;
        if (known == null) {
            return;
        }
        ShownLine stays = places == null || places.isFollowing() ? null : places.current();
        LinesWanted wanted = wanted();
        filteringRows.run(
                () -> Optional.ofNullable(wanted.isAll() ? null : known.filtered(wanted.filter(), wanted.hidden())),
                rows -> show(known, rows.orElse(null), wanted.filter(), stays),
                failure -> filtering.fail(String.valueOf(failure.getMessage())));
    }

    private void show(LogDocument known, @Nullable FilteredLines rows, LogFilter filter, @Nullable ShownLine stays) {
        if (!known.equals(document) || names == null) {
            if (rows != null) {
                rows.close();
            }
            return;
        }
        if (shown != null) {
            shown.close();
        }
        FilteredLines before = filtered;
        filtered = rows;
        shown = new DocumentLines(known, rows == null ? known : rows, background, names, null);
        lines.set(shown);
        if (before != null) {
            before.close();
        }
        revealNumber = stays == null || stays.number() < 0 ? null : stays.number();
        find.filterChanged(filter);
        refresh();
    }

    /** A line stays in view whatever is filtered, once the filter has come to it. */
    private void revealWaiting() {
        Long number = revealNumber;
        DocumentLines now = shown;
        if (number == null || now == null || places == null) {
            return;
        }
        long row = now.rows().rowOf(number);
        if (row < now.rows().count() || now.rows().isComplete()) {
            revealNumber = null;
            places.reveal(Math.min(row, Math.max(0, now.end() - 1)), null);
        }
    }

    private long rowOf(long number) {
        return shown == null ? number : shown.rows().rowOf(number);
    }

    // Going

    /**
     * Goes to what a person typed.
     *
     * @return what is wrong with it; empty when it was understood
     */
    public String jumpTo(String typed) {
        Optional<JumpText.Goal> goal = JumpText.read(typed, clock.instant(), zone);
        if (goal.isEmpty()) {
            return JumpText.HELP;
        }
        switch (goal.get()) {
            case JumpText.Line(long number) -> reveal(number);
            case JumpText.Moment(Instant time) -> jumpTo(time);
        }
        return "";
    }

    /** Goes to the first line that is not older, as soon as it can be told. */
    public void jumpTo(Instant time) {
        jump.set(time);
        jumpWhenCounted();
    }

    private void jumpWhenCounted() {
        Instant time = jump.get();
        LogDocument known = document;
        if (time == null || known == null || !known.state().isCounted()) {
            return;
        }
        jump.set(null);
        background.run(
                () -> known.lineAt(time),
                found -> found.ifPresentOrElse(
                        line -> reveal(line.number()),
                        () -> workbench.say(Notice.warning("No line of this log tells a time."))),
                workbench::say);
    }

    private void reveal(long number) {
        revealNumber = number;
        revealWaiting();
    }

    /** Goes to the next or the previous bookmark from the current line on. */
    public void stepBookmark(boolean forward) {
        ShownLine now = places == null ? null : places.current();
        long from = now == null ? -1 : now.id();
        (forward ? bookmarks.after(from) : bookmarks.before(from)).ifPresent(this::go);
    }

    public void go(LogBookmarks.Bookmark bookmark) {
        LogDocument known = document;
        if (bookmark.number() >= 0 || known == null) {
            reveal(bookmark.number());
            return;
        }
        background.run(
                () -> known.from(bookmark.id(), 1),
                found -> found.stream().findFirst().ifPresent(line -> reveal(line.number())),
                workbench::say);
    }

    // Taking

    public void copy(LogCopy copy) {
        if (copy.count() > MOST_COPIED) {
            workbench.say(
                    Notice.warning("The clipboard takes %,d lines, and %,d are selected. Export them to a file instead."
                            .formatted(MOST_COPIED, copy.count())));
            return;
        }
        copy.lines().read(copy.from(), copy.to(), read -> {
            String text = copy.text(read);
            boolean several = copy.count() > 1;
            workbench.copy(text, several ? "%,d lines".formatted(copy.count()) : "The line");
        });
    }

    /** Reads all of a line that is shown cut. */
    public void whole(ShownLine line, java.util.function.Consumer<String> done) {
        LogDocument known = document;
        if (known == null) {
            return;
        }
        background.run(
                () -> known.from(line.id(), 1).stream()
                        .findFirst()
                        .map(known::wholeText)
                        .orElse(""),
                done,
                workbench::say);
    }

    /**
     * Writes lines to a file, as a job.
     *
     * @param everything whatever is filtered
     */
    public void export(Path file, boolean everything) {
        LogDocument known = document;
        if (known == null) {
            return;
        }
        LinesWanted lines = everything ? LinesWanted.ALL : wanted();
        String subject = target.appId().isEmpty() ? String.valueOf(file.getFileName()) : target.appId();
        exports.begun(known);
        background.run(
                () -> {
                    desk.export(known, lines, file, subject, () -> background.onWindow(() -> exports.ended(known)));
                    return true;
                },
                _ -> workbench.say(
                        Notice.info("Writing " + file.getFileName() + ". The jobs (Ctrl+J) tell how far it is.")),
                failure -> {
                    exports.ended(known);
                    workbench.say(failure);
                });
    }

    /** Reads the log from its oldest line on. */
    public void loadEverything() {
        LogDocument known = document;
        if (known != null) {
            known.loadEverything();
        }
    }

    // What the view shows

    public ReadOnlyObjectProperty<State> stateProperty() {
        return state.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty titleProperty() {
        return title.getReadOnlyProperty();
    }

    /** Where the log is, in a few words. */
    public ReadOnlyStringProperty whereProperty() {
        return where.getReadOnlyProperty();
    }

    /** How many lines there are and how many of them are shown. */
    public ReadOnlyStringProperty summaryProperty() {
        return summary.getReadOnlyProperty();
    }

    /** What one should know now, such as that the file was rotated; empty for nothing. */
    public ReadOnlyStringProperty noticeProperty() {
        return notice.getReadOnlyProperty();
    }

    /** Whether older lines were not fetched. */
    public ReadOnlyObjectProperty<Boolean> partialProperty() {
        return partial.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<@Nullable LogLines> linesProperty() {
        return lines.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Map<LineLevel, Long>> countsProperty() {
        return counts.getReadOnlyProperty();
    }

    /** The logs that are merged, as far as lines of them were seen; a new list when the log is opened again. */
    public ObservableList<String> sources() {
        return sources;
    }

    public LogFiltering filtering() {
        return filtering;
    }

    public LogFind find() {
        return find;
    }

    public LogBookmarks bookmarks() {
        return bookmarks;
    }

    public LogTarget target() {
        return target;
    }

    public ZoneId zone() {
        return zone;
    }

    /** The calls of the API that give the same; empty where there is none. */
    public List<LogCalls.Call> calls() {
        return calls.all();
    }

    public @Nullable CurlCommand call() {
        return calls.all().isEmpty() ? null : calls.all().getFirst().command();
    }
}
