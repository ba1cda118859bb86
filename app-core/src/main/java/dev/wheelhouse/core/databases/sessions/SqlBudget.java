package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How much SQL is worked on at once: 32 MiB of it with its tokens, of which created keys may have 24, so that they never
 * keep the window and the local token out. Thread-safe.
 */
public final class SqlBudget {

    /** In KiB. */
    private static final int ALL = 32 << 10;

    private static final int OF_KEYS = 24 << 10;

    /** Two bytes a character, and half a byte of its tokens. */
    private static final double KIB_OF_A_CHARACTER = 2.5 / 1024;

    private final Semaphore all = new Semaphore(ALL);
    private final Semaphore ofKeys = new Semaphore(OF_KEYS);

    /** A part of the budget, given back when it is closed. For one thread. */
    public final class Held implements AutoCloseable {

        private final boolean reserved;
        private final Duration patience;
        private int kib;

        private Held(boolean reserved, Duration patience) {
            this.reserved = reserved;
            this.patience = patience;
        }

        /**
         * Holds as much as another text takes, in place of what was held.
         *
         * @throws AppException {@code payload_too_large} for more than there is, {@code busy} when others have it for too
         *     long
         */
        public void resize(long characters) {
            close();
            int most = reserved ? ALL : OF_KEYS;
            double wanted = Math.ceil(characters * KIB_OF_A_CHARACTER);
            if (wanted > most) {
                throw new AppException(
                        PlatformError.PAYLOAD_TOO_LARGE,
                        "A text of " + characters + " characters is more SQL than can be worked on at once. Split it.");
            }
            acquire((int) wanted);
        }

        private void acquire(int wanted) {
            long deadline = System.nanoTime() + patience.toNanos();
            if (!reserved) {
                acquire(ofKeys, wanted, deadline);
            }
            try {
                acquire(all, wanted, deadline);
                kib = wanted;
            } catch (AppException e) {
                if (!reserved) {
                    ofKeys.release(wanted);
                }
                throw e;
            }
        }

        private static void acquire(Semaphore from, int wanted, long deadline) {
            try {
                if (!from.tryAcquire(wanted, Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                    throw new AppException(
                            PlatformError.BUSY,
                            "As much SQL as can be is being worked on. Try again in a second, or send less at once.");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AppException(PlatformError.CANCELLED, "The call was interrupted.", ErrorDetails.NONE, e);
            }
        }

        @Override
        public void close() {
            all.release(kib);
            if (!reserved) {
                ofKeys.release(kib);
            }
            kib = 0;
        }
    }

    /**
     * Holds what a text takes.
     *
     * @param patience how long to wait for others
     * @throws AppException as {@link Held#resize}
     */
    Held hold(Caller caller, long characters, Duration patience) {
        Held held = new Held(caller.isOwnerInPerson(), patience);
        held.resize(characters);
        return held;
    }
}
