package dev.wheelhouse.ui.controls.chart;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of one line, ascending in time and never overlapping. A bucket that is missing is a gap. Immutable.
 *
 * <p>Buckets may differ in length: a live tail of seconds can follow a history of minutes.
 */
public final class ChartSeries {

    /** A line is broken where the next bucket begins later than this many lengths of the one before. */
    private static final double LONGEST_STEP = 1.5;

    private final String name;
    private final long[] starts;
    private final long[] lengths;
    private final double[] averages;
    private final double[] least;
    private final double[] most;

    private ChartSeries(Builder builder) {
        name = builder.name;
        starts = Arrays.copyOf(builder.starts, builder.size);
        lengths = Arrays.copyOf(builder.lengths, builder.size);
        averages = Arrays.copyOf(builder.averages, builder.size);
        least = Arrays.copyOf(builder.least, builder.size);
        most = Arrays.copyOf(builder.most, builder.size);
    }

    /** @param name what the legend and screen readers call the line */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Collects buckets in the order of time. */
    public static final class Builder {

        private final String name;
        private long[] starts = new long[64];
        private long[] lengths = new long[64];
        private double[] averages = new double[64];
        private double[] least = new double[64];
        private double[] most = new double[64];
        private int size;

        private Builder(String name) {
            this.name = name;
        }

        /**
         * Adds the next bucket; one that begins before the last one ended is left out.
         *
         * @param start milliseconds since the epoch
         * @param length milliseconds, at least 1
         */
        public Builder add(long start, long length, double average, double min, double max) {
            if (length < 1) {
                throw new IllegalArgumentException("A bucket is at least 1 ms long, not " + length);
            }
            if (size > 0 && start < starts[size - 1] + lengths[size - 1]) {
                return this;
            }
            if (size == starts.length) {
                grow();
            }
            starts[size] = start;
            lengths[size] = length;
            averages[size] = average;
            least[size] = min;
            most[size] = max;
            size++;
            return this;
        }

        private void grow() {
            int room = 2 * size;
            starts = Arrays.copyOf(starts, room);
            lengths = Arrays.copyOf(lengths, room);
            averages = Arrays.copyOf(averages, room);
            least = Arrays.copyOf(least, room);
            most = Arrays.copyOf(most, room);
        }

        public ChartSeries build() {
            return new ChartSeries(this);
        }
    }

    public String name() {
        return name;
    }

    public int size() {
        return starts.length;
    }

    public boolean isEmpty() {
        return starts.length == 0;
    }

    /** Begin of a bucket, milliseconds since the epoch. */
    public long start(int bucket) {
        return starts[bucket];
    }

    /** Milliseconds. */
    public long length(int bucket) {
        return lengths[bucket];
    }

    /** Where a bucket is drawn. */
    public long middle(int bucket) {
        return starts[bucket] + lengths[bucket] / 2;
    }

    public double average(int bucket) {
        return averages[bucket];
    }

    public double min(int bucket) {
        return least[bucket];
    }

    public double max(int bucket) {
        return most[bucket];
    }

    /** Whether the line runs on from the bucket before this one; never for the first. */
    public boolean joinsPrevious(int bucket) {
        return bucket > 0
                && (double) (starts[bucket] - starts[bucket - 1]) <= LONGEST_STEP * (double) lengths[bucket - 1];
    }

    /** The bucket that a time lies in; -1 when there is none. */
    public int bucketAt(long time) {
        int last = lastStartingBy(time);
        return last >= 0 && time < starts[last] + lengths[last] ? last : -1;
    }

    /** The last bucket that begins at a time or before; -1 when all begin later. */
    public int lastStartingBy(long time) {
        int found = Arrays.binarySearch(starts, time);
        return found >= 0 ? found : -found - 2;
    }

    /** The bucket whose middle is nearest to a time; -1 when there are none. */
    public int nearest(long time) {
        int before = lastStartingBy(time);
        if (before < 0) {
            return isEmpty() ? -1 : 0;
        }
        if (before + 1 == size()) {
            return before;
        }
        return Math.abs(time - middle(before)) <= Math.abs(middle(before + 1) - time) ? before : before + 1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof ChartSeries series
                        && name.equals(series.name)
                        && Arrays.equals(starts, series.starts)
                        && Arrays.equals(lengths, series.lengths)
                        && Arrays.equals(averages, series.averages)
                        && Arrays.equals(least, series.least)
                        && Arrays.equals(most, series.most));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(starts) * 31 + Arrays.hashCode(averages);
    }
}
