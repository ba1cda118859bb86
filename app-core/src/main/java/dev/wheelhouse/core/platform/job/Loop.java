package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.error.AppException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Work that is done again and again, one turn after the other, until it is closed. What a turn throws ends that turn and
 * never the loop: it is logged once, however often it comes again, and so is the first turn that succeeds after it.
 * Thread-safe.
 */
public final class Loop implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Loop.class.getName());

    /** One turn. */
    @FunctionalInterface
    public interface Work {

        /** @return how long to wait before the next turn */
        Duration turn();
    }

    private final String name;
    private final Duration retry;
    private final Work work;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean running;
    private boolean closed;
    private boolean hurry;
    private boolean failing;

    /**
     * @param name what it does, such as {@code Watching srv_1}; the log says that it failed
     * @param retry how long to wait after a turn that threw
     */
    public Loop(String name, Duration retry, Work work) {
        this.name = name;
        this.retry = retry;
        this.work = work;
    }

    /**
     * Works on this thread until {@link #close} or an interrupt.
     *
     * @param first how long to wait before the first turn
     */
    public void run(Duration first) {
        Duration wait = first;
        signal(() -> running = true);
        try {
            while (isDueAfter(wait)) {
                wait = turn();
            }
        } finally {
            signal(() -> running = false);
        }
    }

    private Duration turn() {
        try {
            Duration next = work.turn();
            if (failing) {
                failing = false;
                LOG.log(Level.INFO, name + " works again");
            }
            return next;
        } catch (RuntimeException | Error e) {
            try {
                tell(e);
            } catch (OutOfMemoryError _) {
                // Thrown on, it would end for good what may be what mends it.
            }
            return retry;
        }
    }

    private void tell(Throwable failure) {
        if (failing || isClosed() || Thread.currentThread().isInterrupted()) {
            // Said already, or the console stops and what the work needs is closed.
            LOG.log(Level.DEBUG, name + " failed again", failure);
            return;
        }
        failing = true;
        if (failure instanceof AppException) {
            LOG.log(Level.WARNING, name + " failed and is tried again: " + failure.getMessage());
        } else {
            LOG.log(Level.ERROR, name + " failed and is tried again", failure);
        }
    }

    private boolean isDueAfter(Duration wait) {
        lock.lock();
        try {
            long left = wait.toNanos();
            while (!closed && !hurry && left > 0) {
                left = changed.awaitNanos(left);
            }
            hurry = false;
            return !closed && !Thread.currentThread().isInterrupted();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Lets the next turn come at once: the wait that is, or the next one, is left out. */
    public void hurry() {
        signal(() -> hurry = true);
    }

    public boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Whether it is closed and no turn is under way, nor ever will be. */
    public boolean isOver() {
        lock.lock();
        try {
            return closed && !running;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until it {@link #isOver}.
     *
     * @throws InterruptedException where this thread is interrupted first
     */
    public void awaitOver() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed || running) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Begins no turn any more. Returns at once; a turn under way goes on to its end. */
    @Override
    public void close() {
        signal(() -> closed = true);
    }

    private void signal(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
