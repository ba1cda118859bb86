package dev.wheelhouse.core.logs.follow;

import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows a log through a {@link LogReading} on a virtual thread of its own. A reading that fails is begun again behind
 * the last line that was taken, after a pause that grows with each failure; in the meantime {@link #notice} says so. It
 * ends for good when the log is gone. At most 4096 lines or 4 million characters wait to be taken; the log is read no
 * further until they are. Thread-safe.
 */
public final class ReconnectingFollowing implements LogFollowing {

    private static final System.Logger LOG = System.getLogger(ReconnectingFollowing.class.getName());

    private final String name;
    private final LogReading reading;
    private final Backoff backoff;
    private final LineBuffer buffer = new LineBuffer();
    private final Sink sink = new Sink();
    private final Object lock = new Object();
    private final List<AutoCloseable> toClose = new ArrayList<>();
    private @Nullable Thread thread;
    private boolean closed;
    private volatile @Nullable LogPosition after;
    private volatile int failures;
    private volatile String cut = "";
    private volatile String told = "";

    private ReconnectingFollowing(String name, @Nullable LogPosition after, LogReading reading, Backoff backoff) {
        this.name = name;
        this.after = after;
        this.reading = reading;
        this.backoff = backoff;
    }

    /** As {@link #start(String, LogPosition, LogReading, Workers, Backoff)} with the standard pauses of 0.5 to 30 s. */
    public static ReconnectingFollowing start(
            String name, @Nullable LogPosition after, LogReading reading, Workers workers) {
        return start(name, after, reading, workers, Backoff.STANDARD);
    }

    /**
     * Begins to read.
     *
     * @param name of the log, for the notice of a cut
     * @param after null for what comes from now on
     * @throws AppException {@code shutting_down}
     */
    public static ReconnectingFollowing start(
            String name, @Nullable LogPosition after, LogReading reading, Workers workers, Backoff backoff) {
        ReconnectingFollowing following = new ReconnectingFollowing(name, after, reading, backoff);
        workers.start(following::run);
        return following;
    }

    private void run() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            thread = Thread.currentThread();
        }
        AppException failure = null;
        try {
            while (true) {
                if (readOnce() == LogReading.Ending.FOR_GOOD) {
                    break;
                }
                Thread.sleep(backoff.after(Math.max(1, failures)));
            }
        } catch (InterruptedException _) {
            // Closed, or the console stops.
        } catch (AppException e) {
            failure = e;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "Following the log " + name + " failed", e);
            failure = new AppException(PlatformError.INTERNAL, "Following the log failed.");
        } finally {
            synchronized (lock) {
                thread = null;
            }
            buffer.end(failure);
        }
    }

    private LogReading.Ending readOnce() throws InterruptedException {
        try {
            LogReading.Ending ending = reading.read(after, sink);
            failures = 0;
            cut = "";
            return ending;
        } catch (IOException e) {
            failed(String.valueOf(e.getMessage()));
        } catch (AppException e) {
            boolean lasting = e.kind() == ErrorKind.NOT_FOUND || e.kind() == ErrorKind.INVALID;
            if (lasting || e.kind() == ErrorKind.INTERNAL) {
                throw e;
            }
            failed(String.valueOf(e.getMessage()));
        } finally {
            closeResources();
        }
        return LogReading.Ending.FOR_NOW;
    }

    private void failed(String reason) throws InterruptedException {
        if (isClosed() || Thread.currentThread().isInterrupted()) {
            // What was closed under the reading fails in whatever way it likes.
            throw new InterruptedException("closed");
        }
        int failed = failures + 1;
        failures = failed;
        LOG.log(System.Logger.Level.DEBUG, "The log {0} is cut: {1}", name, reason);
        cut = "The link to " + name + " is cut; trying again. " + reason;
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    private void closeResources() {
        List<AutoCloseable> now;
        synchronized (lock) {
            now = List.copyOf(toClose);
            toClose.clear();
        }
        now.forEach(ReconnectingFollowing::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            LOG.log(System.Logger.Level.DEBUG, "Closing what a log was read through failed", e);
        }
    }

    @Override
    public List<PlacedLine> next(Duration patience) throws InterruptedException {
        return buffer.take(patience);
    }

    @Override
    public String notice() {
        return cut.isEmpty() ? told : cut;
    }

    @Override
    public boolean isEnded() {
        return buffer.isDrained();
    }

    @Override
    public void close() {
        Thread reader;
        synchronized (lock) {
            closed = true;
            reader = thread;
        }
        buffer.drop();
        if (reader != null) {
            reader.interrupt();
        }
        closeResources();
    }

    private final class Sink implements LineSink {

        @Override
        public void line(PlacedLine line) throws InterruptedException {
            buffer.put(line);
            after = line.after();
            failures = 0;
            if (!cut.isEmpty()) {
                cut = "";
            }
        }

        @Override
        public void openedAt(@Nullable LogPosition at) {
            if (at != null) {
                after = at;
            }
            failures = 0;
            cut = "";
        }

        @Override
        public void closeAtEnd(AutoCloseable resource) {
            synchronized (lock) {
                if (!closed) {
                    toClose.add(resource);
                    return;
                }
            }
            closeQuietly(resource);
        }

        @Override
        public void notice(String text) {
            told = text;
        }
    }
}
