package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How many requests are worked on at once, and a reserve beside them for the owner in person. Thread-safe. */
final class RequestRoom {

    static final String FULL = "Too many requests are being worked on. Try again in a second.";

    private static final int RESERVED = 16;

    /** Of requests of which it is only found out whose they are, so that these never take a place of the reserve. */
    private static final int LOOKS = 256;

    private static final int DRAINED = 64;

    private final int size;
    private final Semaphore everybody;
    private final Semaphore looks = new Semaphore(LOOKS);
    private final Semaphore reserve = new Semaphore(RESERVED);
    private final Semaphore drained = new Semaphore(DRAINED);

    RequestRoom(int size) {
        this.size = size;
        this.everybody = new Semaphore(size);
    }

    /** One request's, which its threads use one after the other. */
    final class Place {

        private @Nullable Semaphore held;
        private boolean onlyLooks;

        private Place(@Nullable Semaphore held, boolean onlyLooks) {
            this.held = held;
            this.onlyLooks = onlyLooks;
        }

        /**
         * Where only the reserve is left: keeps the owner in person.
         *
         * @param caller null for a request without a credential
         * @throws AppException {@code busy} for anybody else
         */
        void admit(@Nullable Caller caller) {
            if (!onlyLooks) {
                return;
            }
            onlyLooks = false;
            leave();
            if (caller == null || !caller.isOwnerInPerson() || !reserve.tryAcquire()) {
                throw new AppException(PlatformError.BUSY, FULL);
            }
            held = reserve;
        }

        /** What was refused before anybody was admitted is only sent now, however slowly it is read. */
        void answered() {
            if (onlyLooks) {
                leave();
            }
        }

        /** @return whether the rest of the body may be read to its end, outside the places for requests */
        boolean tryDrain() {
            leave();
            if (!drained.tryAcquire()) {
                return false;
            }
            held = drained;
            return true;
        }

        /** May be called twice. */
        void leave() {
            if (held != null) {
                held.release();
                held = null;
            }
        }
    }

    /** Empty when there is no room, not even to ask whose the request is. */
    Optional<Place> enter() {
        if (everybody.tryAcquire()) {
            return Optional.of(new Place(everybody, false));
        }
        return looks.tryAcquire() ? Optional.of(new Place(looks, true)) : Optional.empty();
    }

    /** For what is answered however many requests there are. */
    Place outside() {
        return new Place(null, false);
    }

    /** Waits until nothing is worked on; what is only drained has its answer already. */
    boolean isQuietWithin(long nanos) {
        long deadline = System.nanoTime() + nanos;
        try {
            return isQuietBy(deadline, everybody, size)
                    && isQuietBy(deadline, looks, LOOKS)
                    && isQuietBy(deadline, reserve, RESERVED);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean isQuietBy(long deadline, Semaphore places, int all) throws InterruptedException {
        boolean quiet = places.tryAcquire(all, deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (quiet) {
            places.release(all);
        }
        return quiet;
    }
}
