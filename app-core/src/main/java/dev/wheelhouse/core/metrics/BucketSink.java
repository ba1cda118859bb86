package dev.wheelhouse.core.metrics;

/** Takes buckets one by one, in no promised order; several may have the same start and are then to be merged. */
@FunctionalInterface
public interface BucketSink {

    /** @param start of the bucket, epoch milliseconds */
    void accept(long start, Bucket bucket);
}
