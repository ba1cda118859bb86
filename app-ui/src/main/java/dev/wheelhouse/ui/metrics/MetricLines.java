package dev.wheelhouse.ui.metrics;

import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.MetricUnit;
import dev.wheelhouse.core.metrics.SeriesPoint;
import dev.wheelhouse.ui.controls.chart.ChartSeries;
import dev.wheelhouse.ui.controls.chart.ChartUnit;

/** Turns what the core measured into what charts draw. */
public final class MetricLines {

    private MetricLines() {}

    public static ChartSeries of(String name, MetricSeries series) {
        ChartSeries.Builder line = ChartSeries.named(name);
        for (SeriesPoint point : series.points()) {
            add(line, point, series.window().stepMs());
        }
        return line.build();
    }

    /**
     * A history with a live tail of seconds. Where the tail begins inside a bucket, the bucket is shown up to there.
     *
     * @param tail ascending in time
     */
    public static ChartSeries of(String name, MetricSeries series, LiveTail.Line tail) {
        if (tail.size() == 0) {
            return of(name, series);
        }
        ChartSeries.Builder line = ChartSeries.named(name);
        for (SeriesPoint point : series.points()) {
            if (point.ts() >= tail.at(0)) {
                break;
            }
            add(line, point, Math.min(series.window().stepMs(), tail.at(0) - point.ts()));
        }
        for (int i = 0; i < tail.size(); i++) {
            double value = tail.value(i);
            line.add(tail.at(i), tail.length(i), value, value, value);
        }
        return line.build();
    }

    private static void add(ChartSeries.Builder line, SeriesPoint point, long length) {
        line.add(point.ts(), length, (double) point.avg(), (double) point.min(), (double) point.max());
    }

    public static ChartUnit unit(MetricUnit unit) {
        return switch (unit) {
            case PERCENT -> ChartUnit.PERCENT;
            case BYTES -> ChartUnit.BYTES;
            case BYTES_PER_SECOND -> ChartUnit.BYTES_PER_SECOND;
            case HUNDREDTHS -> ChartUnit.HUNDREDTHS;
            case COUNT -> ChartUnit.COUNT;
        };
    }
}
