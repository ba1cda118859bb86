package dev.wheelhouse.api.metrics;

import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.SeriesPoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A series on the wire. */
public record MetricSeriesJson(
        String metric, String range, long stepMs, @Nullable Long limitBytes, String unit, List<SeriesPoint> points) {

    public static MetricSeriesJson from(MetricSeries series, MetricRange range) {
        return new MetricSeriesJson(
                series.metric().name(),
                range.wireName(),
                series.window().stepMs(),
                series.limitBytes(),
                series.metric().unit().wireName(),
                series.points());
    }
}
