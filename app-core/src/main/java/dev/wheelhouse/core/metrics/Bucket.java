package dev.wheelhouse.core.metrics;

/**
 * Samples of one stretch of time, merged. Merging is exact and in any order gives the same.
 *
 * <p>The sum is kept as what it has above {@code count × min}: that stays small where values are large and steady, such
 * as the bytes used on a disk, and packs well. Should it not fit all the same, it stays at the largest value there is;
 * the average is then too low but never outside {@code min} and {@code max}.
 *
 * @param count number of samples, at least 1
 * @param min smallest sample, not negative
 * @param max largest sample
 * @param excess sum of the samples less {@code count × min}
 */
public record Bucket(long count, long min, long max, long excess) {

    /** The largest value that a sample may have; a larger one is cut to it. */
    public static final long LARGEST = 1L << 53;

    public Bucket {
        if (count < 1 || min < 0 || max < min || excess < 0) {
            throw new IllegalArgumentException("No bucket: " + count + " " + min + " " + max + " " + excess);
        }
    }

    /** One sample; below zero it counts as zero. */
    public static Bucket of(long sample) {
        long value = Math.clamp(sample, 0, LARGEST);
        return new Bucket(1, value, value, 0);
    }

    public Bucket merge(Bucket other) {
        long least = Math.min(min, other.min);
        return new Bucket(
                plus(count, other.count), least, Math.max(max, other.max), plus(above(least), other.above(least)));
    }

    private long above(long least) {
        long raised = min - least;
        return Math.multiplyHigh(count, raised) != 0 || count * raised < 0
                ? Long.MAX_VALUE
                : plus(excess, count * raised);
    }

    private static long plus(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** The mean, rounded half up. */
    public long avg() {
        long whole = excess / count;
        long rest = excess % count;
        return Math.min(max, min + whole + (rest >= count - rest ? 1 : 0));
    }
}
