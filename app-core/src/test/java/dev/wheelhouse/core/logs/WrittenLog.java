package dev.wheelhouse.core.logs;

import dev.wheelhouse.core.logs.follow.Backoff;
import dev.wheelhouse.core.logs.follow.LineSink;
import dev.wheelhouse.core.logs.follow.LogReading;
import dev.wheelhouse.core.logs.follow.ReconnectingFollowing;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A log of the tests that is written in memory; filters are by the beginning of the first pattern's text. Thread-safe. */
public final class WrittenLog implements LogSource {

    private final String name;
    private final Workers workers;
    private final List<LogLine> lines = new ArrayList<>();
    private @Nullable AppException failure;
    private int followers;

    public WrittenLog(String name, Workers workers) {
        this.name = name;
        this.workers = workers;
    }

    public WrittenLog write(@Nullable Instant time, String text) {
        return write(new LogLine(time, LogStream.STDOUT, null, text));
    }

    public synchronized WrittenLog write(LogLine line) {
        lines.add(line);
        notifyAll();
        return this;
    }

    public synchronized WrittenLog fail(AppException with) {
        failure = with;
        notifyAll();
        return this;
    }

    /** How often it was opened to be followed. */
    public synchronized int followers() {
        return followers;
    }

    private void throwWhenFailing() {
        if (failure != null) {
            throw new AppException(failure.errorCode(), String.valueOf(failure.getMessage()));
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized LogPage tail(int count, long mostBytes) {
        throwWhenFailing();
        int least = Math.max(0, lines.size() - count);
        int from = lines.size();
        long bytes = 0;
        while (from > least && bytes + lines.get(from - 1).text().length() + 1 <= mostBytes) {
            bytes += lines.get(--from).text().length() + 1L;
        }
        return new LogPage(placed(from, lines.size()), end(lines.size()), from > 0);
    }

    private List<PlacedLine> placed(int from, int to) {
        List<PlacedLine> placed = new ArrayList<>();
        for (int i = from; i < to; i++) {
            placed.add(new PlacedLine(lines.get(i), new LogPosition("n" + (i + 1))));
        }
        return placed;
    }

    private static @Nullable LogPosition end(int at) {
        return at == 0 ? null : new LogPosition("n" + at);
    }

    @Override
    public synchronized LogPage search(LogSearch search) {
        throwWhenFailing();
        List<PlacedLine> found = new ArrayList<>();
        int at = index(search.after());
        while (at < lines.size() && found.size() < search.limit()) {
            LogLine line = lines.get(at++);
            List<LogPattern> include = search.filter().include();
            if (include.isEmpty() || line.text().startsWith(include.getFirst().text())) {
                found.add(new PlacedLine(line, new LogPosition("n" + at)));
            }
        }
        return new LogPage(found, end(at), at < lines.size());
    }

    private static int index(@Nullable LogPosition after) {
        if (after == null) {
            return 0;
        }
        if (!after.text().startsWith("n")) {
            throw AppException.invalid("after", "This is not a place in this log.");
        }
        return Integer.parseInt(after.text().substring(1));
    }

    @Override
    public LogFollowing follow(@Nullable LogPosition after) {
        int now;
        synchronized (this) {
            now = lines.size();
            followers++;
        }
        LogPosition from = after == null ? new LogPosition("n" + now) : after;
        return ReconnectingFollowing.start(
                name, from, this::read, workers, new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)));
    }

    private LogReading.Ending read(@Nullable LogPosition after, LineSink sink) throws InterruptedException {
        sink.openedAt(after);
        int at = index(after);
        while (true) {
            List<PlacedLine> fresh;
            synchronized (this) {
                while (at == lines.size() && failure == null) {
                    wait();
                }
                throwWhenFailing();
                fresh = placed(at, Math.min(lines.size(), at + 500));
                at += fresh.size();
            }
            for (PlacedLine each : fresh) {
                sink.line(each);
            }
        }
    }
}
