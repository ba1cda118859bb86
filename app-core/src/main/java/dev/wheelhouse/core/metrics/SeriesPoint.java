package dev.wheelhouse.core.metrics;

/**
 * One bucket of a series.
 *
 * @param ts start of the bucket, epoch milliseconds
 * @param avg mean of its samples, rounded half up
 * @param count number of samples, at least 1
 */
public record SeriesPoint(long ts, long avg, long min, long max, long count) {

    static SeriesPoint of(long start, Bucket bucket) {
        return new SeriesPoint(start, bucket.avg(), bucket.min(), bucket.max(), bucket.count());
    }
}
