package dev.wheelhouse.core.logs.document;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes whoever waits for news. Thread-safe. */
final class Signal {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition given = lock.newCondition();
    private long count;

    void give() {
        lock.lock();
        try {
            count++;
            given.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How often it was given. */
    long count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it has been given more often than that, or for a while. */
    void await(long seen, Duration patience) throws InterruptedException {
        long nanos = patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (count == seen && nanos > 0) {
                nanos = given.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }
}
