package dev.wheelhouse.core.metrics.collect;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Somebody who looks at a server now: while it is open the server is asked every second. Holds the newest readings until
 * they are taken; a slow taker loses the oldest. Thread-safe.
 */
public final class LiveSubscription implements AutoCloseable {

    /** Readings that wait for a slow taker. */
    public static final int MOST = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<LiveReading> readings = new ArrayDeque<>();
    private final Runnable whenClosed;
    private final boolean complete;
    private boolean closed;

    LiveSubscription(List<LiveReading> replayed, boolean complete, Runnable whenClosed) {
        readings.addAll(replayed);
        this.complete = complete;
        this.whenClosed = whenClosed;
    }

    /** Whether every reading since the moment that was asked for is, or will be, among what {@link #next} gives. */
    public boolean isComplete() {
        return complete;
    }

    void offer(LiveReading reading) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            if (readings.size() == MOST) {
                readings.removeFirst();
            }
            readings.addLast(reading);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes what has come, oldest first, and waits for the first of it.
     *
     * @param patience the longest wait
     * @return empty when nothing came in time or the subscription is closed
     * @throws InterruptedException when the thread is interrupted meanwhile
     */
    public List<LiveReading> next(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (readings.isEmpty() && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            List<LiveReading> taken = new ArrayList<>(readings);
            readings.clear();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing more will come. */
    public boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        whenClosed.run();
    }
}
