package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What created keys may have of a connection's sessions: one key its share, all of them together all but two, which are left
 * to the window and the local token. Thread-safe.
 */
final class SessionShares {

    private static final int RESERVED = 2;
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final long LOOK_UP_MILLIS = 100;

    private final int share;
    private final Map<String, Semaphore> left = new ConcurrentHashMap<>();

    /** @param percent of a connection's sessions that one key may have */
    SessionShares(int percent) {
        this.share = Math.max(1, SessionPool.MOST_CONNECTIONS * percent / 100);
    }

    /** A place in a connection's pool, given back when it is closed. */
    interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Waits for a place, as for a session itself.
     *
     * @throws AppException {@code busy}, and what stops the execution
     */
    Place take(String connectionId, Execution execution) throws InterruptedException {
        @Nullable String key = execution.caller().createdKey();
        if (key == null) {
            return () -> {};
        }
        Semaphore own = left.computeIfAbsent(connectionId + " " + key, _ -> new Semaphore(share, true));
        Semaphore ofKeys =
                left.computeIfAbsent(connectionId, _ -> new Semaphore(SessionPool.MOST_CONNECTIONS - RESERVED, true));
        long deadline = System.nanoTime() + WAIT.toNanos();
        await(own, execution, deadline);
        try {
            await(ofKeys, execution, deadline);
        } catch (InterruptedException | RuntimeException e) {
            own.release();
            throw e;
        }
        return () -> {
            ofKeys.release();
            own.release();
        };
    }

    private void await(Semaphore places, Execution execution, long deadline) throws InterruptedException {
        while (!places.tryAcquire(LOOK_UP_MILLIS, TimeUnit.MILLISECONDS)) {
            execution.check();
            if (System.nanoTime() - deadline >= 0) {
                throw new AppException(
                        PlatformError.BUSY,
                        "This key's share of the connection's sessions, " + share
                                + ", is in use, or all that keys may have. Try again, or cancel a running statement.");
            }
        }
    }
}
