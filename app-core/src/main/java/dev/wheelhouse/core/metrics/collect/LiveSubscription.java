package dev.wheelhouse.core.metrics.collect;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Somebody who looks at a server now: while it is open the server is asked every second. Holds the newest readings until
 * they are taken; a slow taker loses the oldest. Thread-safe.
 */
public final class LiveSubscription implements AutoCloseable {

    /** Readings that wait for a slow taker. */
    public static final int MOST = 64;

    private final Deque<LiveReading> readings = new ArrayDeque<>();
    private final Consumer<LiveSubscription> whenClosed;
    private final boolean complete;
    private boolean closed;

    LiveSubscription(List<LiveReading> replayed, boolean complete, Consumer<LiveSubscription> whenClosed) {
        readings.addAll(replayed);
        this.complete = complete;
        this.whenClosed = whenClosed;
    }

    /** Whether every reading since the moment that was asked for is, or will be, among what {@link #next} gives. */
    public boolean isComplete() {
        return complete;
    }

    synchronized void offer(LiveReading reading) {
        if (closed) {
            return;
        }
        if (readings.size() == MOST) {
            readings.removeFirst();
        }
        readings.addLast(reading);
        notifyAll();
    }

    /**
     * Takes what has come, oldest first, and waits for the first of it.
     *
     * @param patience the longest wait
     * @return empty when nothing came in time or the subscription is closed
     * @throws InterruptedException when the thread is interrupted meanwhile
     */
    public synchronized List<LiveReading> next(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long left = patience.toNanos();
                readings.isEmpty() && !closed && left > 0;
                left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        List<LiveReading> taken = List.copyOf(readings);
        readings.clear();
        return taken;
    }

    /** Whether nothing more will come. */
    public synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            notifyAll();
        }
        whenClosed.accept(this);
    }
}
