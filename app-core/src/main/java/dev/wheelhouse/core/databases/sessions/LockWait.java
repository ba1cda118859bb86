package dev.wheelhouse.core.databases.sessions;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.sqlite.BusyHandler;

/**
 * How long a statement on SQLite waits for a lock that somebody else holds (SQLite C interface, "Register A Callback To
 * Handle SQLITE_BUSY Errors"): up to a limit, and no longer than its call is wanted.
 */
final class LockWait extends BusyHandler {

    private static final int GIVE_UP = 0;
    private static final int TRY_AGAIN = 1;
    private static final long LONGEST_PAUSE_MILLIS = 50;

    private final Duration limit;
    private final BooleanSupplier stopped;
    private long began;

    LockWait(Duration limit, BooleanSupplier stopped) {
        this.limit = limit;
        this.stopped = stopped;
    }

    @Override
    protected int callback(int earlierTries) {
        if (earlierTries == 0) {
            began = System.nanoTime();
        }
        if (stopped.getAsBoolean() || System.nanoTime() - began >= limit.toNanos()) {
            return GIVE_UP;
        }
        try {
            TimeUnit.MILLISECONDS.sleep(Math.min(LONGEST_PAUSE_MILLIS, 1 + earlierTries));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return GIVE_UP;
        }
        return TRY_AGAIN;
    }
}
