package dev.wheelhouse.api.http.transport;

import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Where one thread waits until the IO thread says that a channel is ready. */
final class Readiness {

    private final Semaphore ready = new Semaphore(0);

    /** From the IO thread. */
    void signal() {
        ready.release();
    }

    /** Forgets earlier signals; before the channel's listener is switched on. */
    void reset() {
        ready.drainPermits();
    }

    /**
     * @param nanos how long to wait at most
     * @return whether a signal came
     * @throws InterruptedIOException when the thread was told to stop
     */
    boolean await(long nanos) throws InterruptedIOException {
        try {
            return ready.tryAcquire(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The request was stopped");
        }
    }
}
