package dev.wheelhouse.core.databases.sessions;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * What created keys may have of a connection's sessions: one key its share, all of them together all but two, which are left
 * to the window and the local token. Thread-safe.
 */
final class SessionShares {

    private static final int RESERVED = 2;

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
     * @throws dev.wheelhouse.core.platform.error.AppException {@code busy}, and what stops the execution
     */
    Place take(String connectionId, Execution execution) throws InterruptedException {
        @Nullable String key = execution.caller().createdKey();
        if (key == null) {
            return () -> {};
        }
        Semaphore own = left.computeIfAbsent(connectionId + " " + key, _ -> new Semaphore(share, true));
        Semaphore ofKeys =
                left.computeIfAbsent(connectionId, _ -> new Semaphore(SessionPool.MOST_CONNECTIONS - RESERVED, true));
        await(own, execution);
        try {
            await(ofKeys, execution);
        } catch (InterruptedException | RuntimeException e) {
            own.release();
            throw e;
        }
        return () -> {
            ofKeys.release();
            own.release();
        };
    }

    private void await(Semaphore places, Execution execution) throws InterruptedException {
        Sessions.awaitRoom(
                places,
                execution,
                "This key's share of the connection's sessions, " + share + ", is in use, or all that keys may have.");
    }
}
