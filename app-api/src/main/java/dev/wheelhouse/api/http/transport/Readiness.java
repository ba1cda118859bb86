package dev.wheelhouse.api.http.transport;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.SameThreadExecutor;
import java.io.InterruptedIOException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Where one thread waits until the IO thread says that a channel is ready. A channel with TLS is switched on and off on the
 * IO thread alone, and is ready when that thread has left it: it goes on with the channel's state after the listener.
 */
final class Readiness {

    private final Semaphore ready = new Semaphore(0);
    private final Executor turns;

    Readiness(HttpServerExchange exchange) {
        this.turns = exchange.isSecure() ? exchange.getIoThread() : SameThreadExecutor.INSTANCE;
    }

    /** Runs what switches the channel on. */
    void begin(Runnable resume) {
        turns.execute(resume);
    }

    /** From the channel's listener: signals when the IO thread has left the channel. */
    void signalAfterwards() {
        turns.execute(this::signal);
    }

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
