package dev.wheelhouse.core.metrics.alarms;

import java.time.Duration;

/**
 * A limit with hysteresis: high once a value was at or above it for some time without falling under the lower mark, well
 * again at the first value under that mark. A gap in the values starts the time anew. For one thread.
 */
final class Threshold {

    /** What a value changed. */
    enum Change {
        NONE,
        RISEN,
        FALLEN
    }

    /** Percent under the limit at which it is well again. */
    static final int HYSTERESIS = 5;

    private static final long LONGEST_GAP = Duration.ofMinutes(1).toNanos();

    private boolean high;
    private boolean rising;
    private long since;
    private long last;

    /** @param high whether it is already */
    Threshold(boolean high) {
        this.high = high;
    }

    /**
     * Applies a value. A change is returned again until it is {@link #settle settled}, so that a failed report is repeated.
     *
     * @param limit in percent, as it is set now
     * @param sustained how long values must be there
     * @param percent rounded down, so that 100 is full
     * @param nanos monotonic time of it
     */
    Change offer(int limit, Duration sustained, long percent, long nanos) {
        boolean low = percent < limit - HYSTERESIS;
        if (high) {
            return low ? Change.FALLEN : Change.NONE;
        }
        if (rising && (low || nanos - last > LONGEST_GAP)) {
            rising = false;
        }
        last = nanos;
        if (percent < limit) {
            return Change.NONE;
        }
        if (!rising) {
            rising = true;
            since = nanos;
        }
        if (nanos - since < sustained.toNanos()) {
            return Change.NONE;
        }
        return Change.RISEN;
    }

    /** The change has been reported. */
    void settle(Change told) {
        high = told == Change.RISEN;
        rising = false;
    }
}
