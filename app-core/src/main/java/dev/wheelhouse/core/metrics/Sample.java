package dev.wheelhouse.core.metrics;

import org.jspecify.annotations.Nullable;

/**
 * One measured value.
 *
 * @param value in the metric's unit, not negative
 * @param limitBytes the size of what is being filled; null where that has no meaning
 */
public record Sample(Metric metric, long value, @Nullable Long limitBytes) {

    public static Sample of(Metric metric, long value) {
        return new Sample(metric, value, null);
    }
}
