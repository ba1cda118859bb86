package dev.wheelhouse.core.databases.sessions;

import org.jspecify.annotations.Nullable;

/**
 * What created keys may have of a connection's sessions: one key its share, all of them together all but two, which are left
 * to the window and the local token. Thread-safe.
 */
final class SessionShares {

    private static final int RESERVED = 2;

    private final int share;
    private final KeyedRoom ofEach;
    private final KeyedRoom ofAll = new KeyedRoom(SessionPool.MOST_CONNECTIONS - RESERVED);

    /** @param percent of a connection's sessions that one key may have */
    SessionShares(int percent) {
        this.share = Math.max(1, SessionPool.MOST_CONNECTIONS * percent / 100);
        this.ofEach = new KeyedRoom(share);
    }

    /**
     * Waits for a place, as for a session itself.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code busy}, and what stops the execution
     */
    KeyedRoom.Place take(String connectionId, Execution execution) throws InterruptedException {
        @Nullable String key = execution.caller().createdKey();
        if (key == null) {
            return () -> {};
        }
        String why =
                "This key's share of the connection's sessions, " + share + ", is in use, or all that keys may have.";
        KeyedRoom.Place own = ofEach.take(connectionId + " " + key, execution, why);
        try {
            KeyedRoom.Place ofKeys = ofAll.take(connectionId, execution, why);
            return () -> {
                ofKeys.close();
                own.close();
            };
        } catch (InterruptedException | RuntimeException e) {
            own.close();
            throw e;
        }
    }
}
