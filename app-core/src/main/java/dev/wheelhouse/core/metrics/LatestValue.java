package dev.wheelhouse.core.metrics;

import org.jspecify.annotations.Nullable;

/**
 * The newest value of a metric.
 *
 * @param ts when it was measured, epoch milliseconds
 * @param limitBytes the size of what is being filled; null where that has no meaning
 */
public record LatestValue(
        Metric metric, long ts, long value, @Nullable Long limitBytes) {}
