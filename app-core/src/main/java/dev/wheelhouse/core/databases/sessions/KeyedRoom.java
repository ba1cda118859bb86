package dev.wheelhouse.core.databases.sessions;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** So many places for each of any number of names; names that nobody uses cost nothing. Thread-safe. */
final class KeyedRoom {

    private final int places;
    private final Duration patience;
    private final Map<String, Room> rooms = new ConcurrentHashMap<>();

    /**
     * @param places of each name, at least 1
     * @param patience how long to wait for one
     */
    KeyedRoom(int places, Duration patience) {
        this.places = places;
        this.patience = patience;
    }

    /** @param users who have a place or wait for one */
    private record Room(Semaphore free, int users) {

        Room withUsers(int more) {
            return new Room(free, users + more);
        }
    }

    /** Given back when it is closed. */
    interface Place extends AutoCloseable {
        @Override
        void close();
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
