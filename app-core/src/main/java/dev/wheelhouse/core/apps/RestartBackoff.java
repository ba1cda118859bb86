package dev.wheelhouse.core.apps;

import java.time.Duration;

/**
 * When the console starts an app again that ended: after 1 s, then after twice as long each time up to 5 minutes, and
 * from 1 s again once it ran for 10 minutes. For one thread at a time.
 */
final class RestartBackoff {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration HEALTH = Duration.ofMinutes(10);

    private Duration wait = FIRST;
    private boolean waiting;
    private long dueAt;
    private boolean running;
    private long runningSince;

    /** It was seen running. */
    void ran(long nanos) {
        if (!running) {
            running = true;
            runningSince = nanos;
        }
        waiting = false;
        if (nanos - runningSince >= HEALTH.toNanos()) {
            wait = FIRST;
        }
    }

    /** It was seen ended and should run; whether the time has come to start it. */
    boolean isDue(long nanos) {
        running = false;
        if (!waiting) {
            waiting = true;
            dueAt = nanos + wait.toNanos();
            wait = wait.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : wait.multipliedBy(2);
        }
        if (nanos - dueAt < 0) {
            return false;
        }
        waiting = false;
        return true;
    }

    /** How long until it is due, nanoseconds; while it waits. */
    long remaining(long nanos) {
        return Math.max(0, dueAt - nanos);
    }

    /** A person started or stopped it. */
    void reset() {
        wait = FIRST;
        waiting = false;
        running = false;
    }
}
