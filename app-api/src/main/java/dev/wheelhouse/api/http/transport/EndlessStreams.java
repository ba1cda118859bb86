package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.HashSet;
import java.util.Set;

/** Answers that have no end of their own: not too many, and told to end as soon as the listener stops. Thread-safe. */
final class EndlessStreams {

    private static final int MOST = 256;

    private final Set<Thread> threads = new HashSet<>();
    private boolean stopping;

    /**
     * Counts the calling thread in until {@link #leave}.
     *
     * @throws AppException {@code busy} when there are too many, {@code shutting_down}
     */
    synchronized void enter() {
        if (stopping) {
            throw new AppException(PlatformError.SHUTTING_DOWN, "The console is stopping. Try again when it is back.");
        }
        if (threads.size() >= MOST) {
            throw new AppException(
                    PlatformError.BUSY, MOST + " streams are open. Close some, or try again in a second.");
        }
        threads.add(Thread.currentThread());
    }

    synchronized void leave() {
        threads.remove(Thread.currentThread());
        if (stopping) {
            // What is left to do, ending the body, must not be taken for what was to be stopped.
            Thread.interrupted();
        }
    }

    synchronized void stop() {
        stopping = true;
        threads.forEach(Thread::interrupt);
    }
}
