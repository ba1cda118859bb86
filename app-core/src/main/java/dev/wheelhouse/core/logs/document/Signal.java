package dev.wheelhouse.core.logs.document;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Wakes what waits for news. Thread-safe. */
final class Signal {

    private long count;

    synchronized void give() {
        count++;
        notifyAll();
    }

    /** How often it was given. */
    synchronized long count() {
        return count;
    }

    /** Waits until it has been given more often than that, or for a while. */
    synchronized void await(long seen, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long left = patience.toNanos(); count == seen && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }
}
