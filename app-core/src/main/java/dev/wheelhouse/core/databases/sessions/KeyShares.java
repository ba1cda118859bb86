package dev.wheelhouse.core.databases.sessions;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What created keys may have of places that they share with the owner in person, such as a connection's sessions: one key
 * its share, all of them together all but a reserve, which is left to the window and the local token. Thread-safe.
 */
public final class KeyShares {

    private final String why;
    private final KeyedRoom ofEach;
    private final KeyedRoom ofAll;

    /**
     * @param places how many there are
     * @param reserved how many of them keys never have
     * @param percent of the places that one key may have; at least one place
     * @param patience how long to wait for one
     * @param what they are, for people, such as {@code the connection's sessions}
     */
    public KeyShares(int places, int reserved, int percent, Duration patience, String what) {
        int share = Math.max(1, places * percent / 100);
        this.why = "This key's share of " + what + ", " + share + ", is in use, or all that keys may have.";
        this.ofEach = new KeyedRoom(share, patience);
        this.ofAll = new KeyedRoom(places - reserved, patience);
    }

    /** A place, given back when it is closed. */
    public interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Waits for a place.
     *
     * @param subjectId whose places they are, such as a connection's
     * @throws dev.wheelhouse.core.platform.error.AppException {@code busy}, and what stops the execution
     */
    public Place take(String subjectId, Execution execution) throws InterruptedException {
        @Nullable String key = execution.caller().createdKey();
        if (key == null) {
            return () -> {};
        }
        KeyedRoom.Place own = ofEach.take(subjectId + " " + key, execution, why);
        try {
            KeyedRoom.Place ofKeys = ofAll.take(subjectId, execution, why);
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
