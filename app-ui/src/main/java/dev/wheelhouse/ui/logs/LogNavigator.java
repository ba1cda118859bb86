package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.controls.log.TextRange;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Goes to lines of a log: to a number, a time, a bookmark. What is not counted or filtered yet is gone to as soon as it is.
 * Belongs to the window's thread.
 */
public final class LogNavigator {

    private final ShownLog log;
    private final LogBookmarks bookmarks;
    private final Workbench workbench;
    private final Clock clock;
    private final ZoneId zone;
    private @Nullable LogPlaces view;
    private @Nullable Instant time;
    private @Nullable Long number;

    LogNavigator(ShownLog log, LogBookmarks bookmarks, Workbench workbench, Clock clock, ZoneId zone) {
        this.log = log;
        this.bookmarks = bookmarks;
        this.workbench = workbench;
        this.clock = clock;
        this.zone = zone;
    }

    /** The view comes later than the model, and only it knows where it stands. */
    void setView(LogPlaces places) {
        view = places;
    }

    /** Where the view stands. */
    LogPlaces places() {
        return new LogPlaces() {
            @Override
            public @Nullable ShownLine current() {
                return view == null ? null : view.current();
            }

            @Override
            public boolean isFollowing() {
                return view == null || view.isFollowing();
            }

            @Override
            public void reveal(long row, @Nullable TextRange range) {
                if (view != null) {
                    view.reveal(row, range);
                }
            }
        };
    }

    /** The line that is to stay in view when others are shown; null where the end is followed. */
    @Nullable
    ShownLine staying() {
        return view == null || view.isFollowing() ? null : view.current();
    }

    /**
     * Goes to what a person typed.
     *
     * @return what is wrong with it; empty when it was understood
     */
    public String to(String typed) {
        Optional<JumpText.Goal> goal = JumpText.read(typed, clock.instant(), zone);
        if (goal.isEmpty()) {
            return JumpText.HELP;
        }
        switch (goal.get()) {
            case JumpText.Line(long line) -> toNumber(line);
            case JumpText.Moment(Instant moment) -> to(moment);
        }
        return "";
    }

    /** Goes to the first line that is not older, as soon as that is known. */
    public void to(Instant moment) {
        time = moment;
        whenCounted();
    }

    /** Goes to a line of the log, or to the next one that is shown. */
    void toNumber(@Nullable Long line) {
        number = line;
        whenShown();
    }

    /** Goes to the line that begins at a place of the document. */
    void toId(long id) {
        log.document()
                .ifPresent(document -> workbench
                        .background()
                        .run(
                                () -> document.from(id, 1),
                                found -> found.stream().findFirst().ifPresent(line -> toNumber(line.number())),
                                workbench::say));
    }

    /** Goes to the next or the previous bookmark from the current line on. */
    public void stepBookmark(boolean forward) {
        ShownLine now = view == null ? null : view.current();
        long from = now == null ? -1 : now.id();
        (forward ? bookmarks.after(from) : bookmarks.before(from)).ifPresent(this::to);
    }

    public void to(LogBookmarks.Bookmark bookmark) {
        if (bookmark.number() >= 0) {
            toNumber(bookmark.number());
        } else {
            toId(bookmark.id());
        }
    }

    /** The document has news: what was waited for may be there. */
    void refresh() {
        whenShown();
        whenCounted();
    }

    private void whenShown() {
        Long wanted = number;
        DocumentLines now = log.rows().orElse(null);
        if (wanted == null || now == null || view == null) {
            return;
        }
        long row = now.rows().rowOf(wanted);
        if (row < now.rows().count() || now.rows().isComplete()) {
            number = null;
            view.reveal(Math.min(row, Math.max(0, now.end() - 1)), null);
        }
    }

    private void whenCounted() {
        Instant wanted = time;
        LogDocument document = log.document().orElse(null);
        if (wanted == null || document == null || !document.state().isCounted()) {
            return;
        }
        time = null;
        workbench
                .background()
                .run(
                        () -> document.lineAt(wanted),
                        found -> found.ifPresentOrElse(
                                line -> toNumber(line.number()),
                                () -> workbench.say(Notice.warning("No line of this log tells a time."))),
                        workbench::say);
    }
}
