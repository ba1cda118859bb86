package dev.wheelhouse.api.logs;

import dev.wheelhouse.api.http.EventFeed;
import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.match.LineFilter;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.FieldProblems;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A log as events. Each line is one, {@code line}, whose id is the place behind it. {@code open} comes first and names the
 * place from which on lines follow, so that a reader who lost the connection before the first line misses none either.
 * {@code notice} tells that the link to the log is cut, or (empty) that it is not any more; {@code gone} and {@code end} are
 * the last.
 */
final class LogFeed implements EventFeed {

    /** A notice is told no later than this, though no line comes. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    /** Lines of one piece of the stream; a slow reader holds up the following and not this. */
    private static final int MOST_AT_ONCE = 500;

    private final LogFollowing following;
    private final LineFilter.@Nullable Run wanted;
    private final Deque<PlacedLine> waiting = new ArrayDeque<>();
    private String position;
    private String told = "";
    private boolean opened;
    private boolean over;

    private LogFeed(
            LogFollowing following,
            List<PlacedLine> first,
            @Nullable LogPosition from,
            LineFilter.@Nullable Run wanted) {
        this.following = following;
        this.wanted = wanted;
        this.waiting.addAll(first);
        this.position = from == null ? "" : from.text();
    }

    /**
     * Begins to follow.
     *
     * @param tail the newest lines to begin with, 0..10000
     * @param after instead of a tail, the place behind the last line that the reader has
     * @param filter which lines of all that; null for every one
     * @throws AppException {@code validation_failed} for a place that is not of this log, and for an expression that takes
     *     too long
     */
    static LogFeed open(LogSource source, int tail, @Nullable LogPosition after, @Nullable LineFilter filter) {
        LineFilter.Run wanted = filter == null ? null : filter.start();
        if (after != null) {
            return new LogFeed(resume(source, after), List.of(), after, wanted);
        }
        LogPage newest = source.tail(Math.max(1, tail), LogAnswer.MOST_BYTES);
        List<PlacedLine> first = tail == 0 ? List.of() : LogQuery.naming(() -> wanted(newest.lines(), wanted));
        return new LogFeed(source.follow(newest.end()), first, newest.end(), wanted);
    }

    private static LogFollowing resume(LogSource source, LogPosition after) {
        try {
            return source.follow(after);
        } catch (AppException e) {
            throw e.details() instanceof FieldProblems
                    ? AppException.invalid("Last-Event-ID", "Use the id of an event of this stream.")
                    : e;
        }
    }

    private static List<PlacedLine> wanted(List<PlacedLine> lines, LineFilter.@Nullable Run wanted) {
        return wanted == null
                ? lines
                : lines.stream().filter(each -> wanted.test(each.line().text())).toList();
    }

    @Override
    public List<Event> next(Duration patience) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        if (!opened) {
            opened = true;
            // With lines before it, the place to go on from is that of the line read last.
            events.add(new Event(waiting.isEmpty() ? position : "", "open", Map.of("lines", waiting.size())));
        }
        if (waiting.isEmpty()) {
            Duration wait = patience.compareTo(LONGEST_WAIT) < 0 ? patience : LONGEST_WAIT;
            take(events.isEmpty() ? wait : Duration.ZERO, events);
        }
        for (int i = 0; i < MOST_AT_ONCE && !waiting.isEmpty(); i++) {
            PlacedLine line = waiting.remove();
            position = line.after().text();
            events.add(new Event(position, "line", LogLineJson.of(line)));
        }
        return events;
    }

    private void take(Duration wait, List<Event> events) throws InterruptedException {
        try {
            waiting.addAll(wanted(following.next(wait), wanted));
            String notice = following.notice();
            if (!notice.equals(told)) {
                told = notice;
                events.add(new Event(position, "notice", Map.of("text", notice)));
            }
            if (waiting.isEmpty() && following.isEnded()) {
                over = true;
                events.add(new Event(position, "end", Map.of()));
            }
        } catch (AppException e) {
            over = true;
            String detail = e.kind() == ErrorKind.INTERNAL ? "" : String.valueOf(e.getMessage());
            events.add(new Event(position, "gone", Map.of("code", e.errorCode().code(), "detail", detail)));
        }
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        following.close();
    }
}
