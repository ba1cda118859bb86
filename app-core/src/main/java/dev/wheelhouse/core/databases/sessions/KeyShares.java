package dev.wheelhouse.core.databases.sessions;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * What created keys may have of places that they share with the owner in person, such as a connection's sessions: one key
 * its share, all of them together all but a reserve, which is left to the window and the local token. Thread-safe.
 */
public final class KeyShares {

    private final String why;
    private final Places ofEach;
    private final Places ofAll;

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
        this.ofEach = new Places(share, patience);
        this.ofAll = new Places(places - reserved, patience);
    }

    /** One place, given back when it is closed. */
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
        Place own = ofEach.take(subjectId + " " + key, execution, why);
        try {
            Place ofKeys = ofAll.take(subjectId, execution, why);
            return () -> {
                ofKeys.close();
                own.close();
            };
        } catch (InterruptedException | RuntimeException e) {
            own.close();
            throw e;
        }
    }

    /** So many places for each of any number of names; names that nobody uses cost nothing. Thread-safe. */
    static final class Places {

        private final int places;
        private final Duration patience;
        private final Map<String, Room> rooms = new ConcurrentHashMap<>();

        /**
         * @param places of each name, at least 1
         * @param patience how long to wait for one
         */
        Places(int places, Duration patience) {
            this.places = places;
            this.patience = patience;
        }

        /** @param users who have a place or wait for one */
        private record Room(Semaphore free, int users) {

            Room withUsers(int more) {
                return new Room(free, users + more);
            }
        }

        /**
         * Waits for a place.
         *
         * @param why what is said when there is none in time
         * @throws dev.wheelhouse.core.platform.error.AppException {@code busy}, and what stops the execution
         */
        Place take(String name, Execution execution, String why) throws InterruptedException {
            Semaphore free = rooms.merge(name, new Room(new Semaphore(places, true), 1), (room, _) -> room.withUsers(1))
                    .free();
            try {
                Sessions.awaitRoom(free, execution, patience, why);
            } catch (InterruptedException | RuntimeException e) {
                leave(name);
                throw e;
            }
            return () -> {
                free.release();
                leave(name);
            };
        }

        private void leave(String name) {
            rooms.computeIfPresent(name, (_, room) -> room.users() == 1 ? null : room.withUsers(-1));
        }

        boolean isUnused() {
            return rooms.isEmpty();
        }
    }
}
