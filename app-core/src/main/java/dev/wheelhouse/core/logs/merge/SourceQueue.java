package dev.wheelhouse.core.logs.merge;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.follow.Backoff;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of one of several followed logs that wait to be merged. Guarded by the lock of the merge. */
final class SourceQueue {

    private static final System.Logger LOG = System.getLogger(SourceQueue.class.getName());
    private static final int MOST_WAITING = 2048;
    private static final int PAGE = 1000;
    private static final Backoff EMPTY = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(3));
    private static final Duration LOOK = Duration.ofMillis(500);

    private final NamedSource source;
    private final LineOrdering ordering;
    private final Object lock;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private @Nullable LogPosition after;
    private @Nullable LogFollowing following;
    private @Nullable Thread thread;
    private @Nullable AppException failure;
    private String notice = "";
    private boolean ended;
    private boolean closed;

    /** @param cameNanos when it came, by the system's monotonic clock */
    record Waiting(Instant order, PlacedLine line, long cameNanos) {}

    SourceQueue(NamedSource source, @Nullable LogPosition after, LineOrdering ordering, Object lock) {
        this.source = source;
        this.after = after;
        this.ordering = ordering;
        this.lock = lock;
    }

    void run() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            thread = Thread.currentThread();
        }
        AppException why = null;
        try {
            followToEnd();
        } catch (InterruptedException _) {
            // Closed, or the console stops.
        } catch (AppException e) {
            why = e;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "Following the log " + source.name() + " failed", e);
            why = new AppException(PlatformError.INTERNAL, "Following the log failed.");
        } finally {
            end(why);
        }
    }

    private void followToEnd() throws InterruptedException {
        for (int failures = 1; ; failures++) {
            try {
                readExisting();
                LogFollowing opened = opened(source.source().follow(after));
                while (!opened.isEnded()) {
                    offer(opened.next(LOOK));
                    setNotice(opened.notice());
                }
                return;
            } catch (AppException e) {
                if (e.kind() != ErrorKind.UNAVAILABLE && e.kind() != ErrorKind.LIMIT) {
                    throw e;
                }
                setNotice(String.valueOf(e.getMessage()));
                Thread.sleep(Backoff.STANDARD.after(failures));
            }
        }
    }

    /**
     * A log that had no line when it was looked at is read from its oldest one on, and not from now. Until it has one it
     * has no place either to be followed from, and is looked at again.
     */
    private void readExisting() throws InterruptedException {
        for (int looks = 1; MergedPositions.OLDEST.equals(after); looks++) {
            LogPage page = source.source().search(new LogSearch(LogFilter.ALL, null, null, null, PAGE));
            offer(page.lines());
            if (page.end() != null) {
                after = page.end();
                return;
            }
            Thread.sleep(EMPTY.after(looks));
        }
    }

    private LogFollowing opened(LogFollowing fresh) throws InterruptedException {
        synchronized (lock) {
            following = fresh;
            if (!closed) {
                return fresh;
            }
        }
        fresh.close();
        throw new InterruptedException("closed");
    }

    private void offer(List<PlacedLine> lines) throws InterruptedException {
        if (lines.isEmpty()) {
            return;
        }
        List<LineOrdering.Ordered> ordered = ordering.order(lines);
        synchronized (lock) {
            while (waiting.size() >= MOST_WAITING && !closed) {
                lock.wait();
            }
            if (closed || Thread.interrupted()) {
                throw new InterruptedException("closed");
            }
            long now = System.nanoTime();
            ordered.forEach(each -> waiting.add(new Waiting(each.order(), each.line(), now)));
            after = lines.getLast().after();
            lock.notifyAll();
        }
    }

    private void setNotice(String text) {
        synchronized (lock) {
            notice = text;
        }
    }

    private void end(@Nullable AppException why) {
        synchronized (lock) {
            ended = true;
            failure = why;
            notice = why == null ? "" : String.valueOf(why.getMessage());
            thread = null;
        }
        close();
    }

    String name() {
        return source.name();
    }

    String notice() {
        return notice;
    }

    @Nullable
    AppException failure() {
        return failure;
    }

    boolean isDrained() {
        return ended && waiting.isEmpty();
    }

    @Nullable
    Waiting head() {
        return waiting.peek();
    }

    /** Of the head, which must be there. */
    Instant order() {
        return waiting.element().order();
    }

    PlacedLine take() {
        PlacedLine line = waiting.remove().line();
        if (waiting.size() == MOST_WAITING - 1) {
            lock.notifyAll();
        }
        return line;
    }

    void close() {
        Thread reader;
        LogFollowing open;
        synchronized (lock) {
            closed = true;
            reader = thread;
            open = following;
            lock.notifyAll();
        }
        if (reader != null) {
            reader.interrupt();
        }
        if (open != null) {
            open.close();
        }
    }
}
