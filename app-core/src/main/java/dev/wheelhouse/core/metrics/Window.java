package dev.wheelhouse.core.metrics;

import java.time.Duration;

/**
 * Aligned buckets of equal length: bucket {@code i} begins at {@code from + i * stepMs}. Both are UTC multiples of the
 * step, so that two requests at different moments cut time at the same places.
 *
 * @param from start of the first bucket, epoch milliseconds
 * @param stepMs length of a bucket
 * @param size number of buckets, 1 to {@value #MOST_POINTS}
 */
public record Window(long from, long stepMs, int size) {

    /** No series has more points. */
    public static final int MOST_POINTS = 366;

    private static final long[] STEPS = {
        Duration.ofSeconds(10).toMillis(),
        Duration.ofSeconds(30).toMillis(),
        Duration.ofMinutes(1).toMillis(),
        Duration.ofMinutes(2).toMillis(),
        Duration.ofMinutes(5).toMillis(),
        Duration.ofMinutes(15).toMillis(),
        Duration.ofMinutes(30).toMillis(),
        Duration.ofHours(1).toMillis(),
        Duration.ofHours(2).toMillis(),
        Duration.ofHours(6).toMillis(),
        Duration.ofDays(1).toMillis()
    };

    /** The finest step of the fixed list that keeps a length within {@value #MOST_POINTS} buckets. */
    public static long stepOf(long lengthMs) {
        return atLeast(Math.ceilDiv(lengthMs, MOST_POINTS));
    }

    /** The next coarser step of the list, or the coarsest. */
    static long atLeast(long stepMs) {
        for (long step : STEPS) {
            if (step >= stepMs) {
                return step;
            }
        }
        return STEPS[STEPS.length - 1];
    }

    /** The buckets of a length that ends in the bucket of {@code nowMillis}. */
    static Window ending(long nowMillis, long lengthMs) {
        long step = stepOf(lengthMs);
        long last = align(nowMillis, step);
        int size = Math.toIntExact(Math.clamp(Math.ceilDiv(lengthMs, step), 1, MOST_POINTS));
        return new Window(last - (size - 1) * step, step, size);
    }

    /**
     * The buckets that hold a stretch of time, of the finest step that suits its length and is not finer than asked.
     *
     * @param from first moment, epoch milliseconds
     * @param to last moment; a stretch of more than {@value #MOST_POINTS} days loses its beginning
     * @param finestStepMs 0 for any
     */
    static Window between(long from, long to, long finestStepMs) {
        long step = Math.max(stepOf(to - from), atLeast(finestStepMs));
        long first = align(from, step);
        long last = align(to, step);
        int size = Math.toIntExact(Math.clamp((last - first) / step + 1, 1, MOST_POINTS));
        return new Window(last - (size - 1) * step, step, size);
    }

    /** The start of the bucket that holds a moment. */
    public static long align(long millis, long stepMs) {
        return millis - Math.floorMod(millis, stepMs);
    }

    /** End of the last bucket, exclusive. */
    public long to() {
        return from + size * stepMs;
    }

    public long startOf(int bucket) {
        return from + bucket * stepMs;
    }
}
