package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.limit.MemoryBudget;
import java.time.Duration;

/**
 * How much SQL is worked on at once: 32 MiB of it with its tokens, of which created keys may have 24, so that they never
 * keep the window and the local token out. Thread-safe.
 */
public final class SqlBudget {

    private static final int MEBIBYTES = 32;

    /** Two bytes a character, and half a byte of its tokens. */
    private static final double KIB_OF_A_CHARACTER = 2.5 / 1024;

    private final MemoryBudget memory = new MemoryBudget(
            MEBIBYTES, "As much SQL as can be is being worked on. Try again in a second, or send less at once.");

    /** A part of the budget, given back when it is closed. For one thread. */
    public static final class Held implements AutoCloseable {

        private final MemoryBudget.Held memory;
        private final Duration patience;

        private Held(MemoryBudget.Held memory, Duration patience) {
            this.memory = memory;
            this.patience = patience;
        }

        /**
         * Holds as much as another text takes, in place of what was held.
         *
         * @throws AppException {@code payload_too_large} for more than there is, {@code busy} when others have it for too
         *     long
         */
        public void resize(long characters) {
            memory.close();
            double wanted = Math.ceil(characters * KIB_OF_A_CHARACTER);
            if (wanted > memory.most()) {
                throw new AppException(
                        PlatformError.PAYLOAD_TOO_LARGE,
                        "A text of " + characters + " characters is more SQL than can be worked on at once. Split it.");
            }
            memory.resize((int) wanted, patience);
        }

        @Override
        public void close() {
            memory.close();
        }
    }

    /**
     * Holds what a text takes.
     *
     * @param patience how long to wait for others
     * @throws AppException as {@link Held#resize}
     */
    Held hold(Caller caller, long characters, Duration patience) {
        Held held = new Held(memory.hold(caller.isOwnerInPerson()), patience);
        held.resize(characters);
        return held;
    }
}
