package dev.wheelhouse.core.platform.limit;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Memory that callers share: created keys may have three quarters of it, the rest is left to the owner in person.
 * Thread-safe.
 */
public final class MemoryBudget {

    private final int all;
    private final int ofKeys;
    private final String full;
    private final Semaphore leftOfAll;
    private final Semaphore leftOfKeys;

    /**
     * @param mebibytes in all
     * @param full what is said when others have it, in words for people
     */
    public MemoryBudget(int mebibytes, String full) {
        this.all = mebibytes << 10;
        this.ofKeys = all / 4 * 3;
        this.full = full;
        this.leftOfAll = new Semaphore(all);
        this.leftOfKeys = new Semaphore(ofKeys);
    }

    /** A part of it, given back when it is closed, which may be twice. For one thread. */
    public final class Held implements AutoCloseable {

        private final boolean reserved;
        private int kib;

        private Held(boolean reserved) {
            this.reserved = reserved;
        }

        /** The most that can be held, KiB. */
        public int most() {
            return reserved ? all : ofKeys;
        }

        /** How much is held, KiB. */
        public int kib() {
            return kib;
        }

        /**
         * Holds another size in place of what was held; nothing when it throws.
         *
         * @param wanted KiB, up to {@link #most}
         * @param patience how long to wait for others
         * @throws AppException {@code busy} when others have it for too long, {@code cancelled} by an interrupt
         */
        public void resize(int wanted, Duration patience) {
            close();
            add(wanted, patience);
        }

        /** Holds more beside what is held, which stays when it throws; as {@link #resize}. */
        public void add(int more, Duration patience) {
            long deadline = System.nanoTime() + patience.toNanos();
            if (!reserved) {
                acquire(leftOfKeys, more, deadline);
            }
            try {
                acquire(leftOfAll, more, deadline);
                kib += more;
            } catch (AppException e) {
                if (!reserved) {
                    leftOfKeys.release(more);
                }
                throw e;
            }
        }

        private void acquire(Semaphore from, int wanted, long deadline) {
            try {
                if (!from.tryAcquire(wanted, Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                    throw new AppException(PlatformError.BUSY, full);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AppException(PlatformError.CANCELLED, "The call was interrupted.", e);
            }
        }

        @Override
        public void close() {
            leftOfAll.release(kib);
            if (!reserved) {
                leftOfKeys.release(kib);
            }
            kib = 0;
        }
    }

    /**
     * Nothing yet.
     *
     * @param reserved whether it is for the owner in person, who may have all
     */
    public Held hold(boolean reserved) {
        return new Held(reserved);
    }
}
