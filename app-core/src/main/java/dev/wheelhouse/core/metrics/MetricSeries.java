package dev.wheelhouse.core.metrics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A metric over time.
 *
 * @param window the buckets that were asked for
 * @param limitBytes the size of what is being filled, as last seen; null where that has no meaning or is not known
 * @param points the buckets that hold anything, oldest first
 */
public record MetricSeries(
        Metric metric, Window window, @Nullable Long limitBytes, List<SeriesPoint> points) {

    public MetricSeries {
        points = List.copyOf(points);
    }
}
