package dev.wheelhouse.api.logs;

import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.match.LineFilter;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A log in memory that grows as a test says; a place is {@code p} and the number of lines before it. Thread-safe. */
final class MemoryLog implements LogSource {

    /** What one take gives at most, as of a following with a bounded buffer. */
    private static final int MOST_AT_ONCE = 4096;

    private final List<LogLine> lines = new ArrayList<>();
    final AtomicInteger followings = new AtomicInteger();
    private String notice = "";
    private @Nullable AppException failure;
    private boolean ended;

    synchronized void add(String... texts) {
        for (String text : texts) {
            Instant time = Instant.ofEpochSecond(1_700_000_000 + lines.size(), 123_456_789);
            lines.add(new LogLine(time, text.startsWith("E") ? LogStream.STDERR : LogStream.STDOUT, null, text));
        }
        notifyAll();
    }

    synchronized void cut(String text) {
        notice = text;
        notifyAll();
    }

    synchronized void fail(AppException why) {
        failure = why;
        notifyAll();
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    private synchronized List<PlacedLine> from(int index) {
        List<PlacedLine> placed = new ArrayList<>();
        for (int i = index; i < lines.size(); i++) {
            placed.add(new PlacedLine(lines.get(i), new LogPosition("p" + (i + 1))));
        }
        return placed;
    }

    private static int index(@Nullable LogPosition after) {
        if (after == null) {
            return 0;
        }
        if (!after.text().matches("p[0-9]{1,8}")) {
            throw AppException.invalid("after", "Use a position that this log has given.");
        }
        return Integer.parseInt(after.text().substring(1));
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public LogPage tail(int most, long mostBytes) {
        List<PlacedLine> all = from(0);
        return new LogPage(
                all.subList(Math.max(0, all.size() - most), all.size()),
                all.isEmpty() ? null : all.getLast().after(),
                false);
    }

    @Override
    public LogPage search(LogSearch search) {
        LineFilter.Run filter = LineFilter.of(search.filter()).start();
        List<PlacedLine> found = new ArrayList<>();
        LogPosition end = search.after();
        for (PlacedLine each : from(index(search.after()))) {
            Instant time = each.line().time();
            boolean early = search.from() != null && time != null && time.isBefore(search.from());
            boolean late = search.to() != null && time != null && !time.isBefore(search.to());
            if (!early && !late && filter.test(each.line().text())) {
                if (found.size() == search.limit()) {
                    return new LogPage(found, end, true);
                }
                found.add(each);
            }
            end = each.after();
        }
        return new LogPage(found, end, false);
    }

    @Override
    public LogFollowing follow(@Nullable LogPosition after) {
        int from = after == null ? from(0).size() : index(after);
        followings.incrementAndGet();
        return new Following(from);
    }

    private final class Following implements LogFollowing {

        private int next;

        Following(int next) {
            this.next = next;
        }

        @Override
        public List<PlacedLine> next(Duration patience) throws InterruptedException {
            synchronized (MemoryLog.this) {
                if (lines.size() <= next && failure == null && !ended) {
                    TimeUnit.NANOSECONDS.timedWait(MemoryLog.this, patience.toNanos());
                }
                List<PlacedLine> placed = new ArrayList<>();
                while (next < lines.size() && placed.size() < MOST_AT_ONCE) {
                    placed.add(new PlacedLine(lines.get(next), new LogPosition("p" + ++next)));
                }
                AppException why = failure;
                if (placed.isEmpty() && why != null) {
                    throw why;
                }
                return placed;
            }
        }

        @Override
        public String notice() {
            synchronized (MemoryLog.this) {
                return notice;
            }
        }

        @Override
        public boolean isEnded() {
            synchronized (MemoryLog.this) {
                return ended && next == lines.size();
            }
        }

        @Override
        public void close() {
            followings.decrementAndGet();
        }
    }
}
