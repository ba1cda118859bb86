package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.servers.ServerStatus;
import dev.wheelhouse.ui.controls.chart.ChartSeries;
import dev.wheelhouse.ui.controls.chart.TimeRange;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server with what it measured last.
 *
 * @param latest newest value of each metric; empty for one never measured
 * @param cpu of the last hour
 * @param memory of the last hour
 * @param hour that the two lines are shown over
 */
public record ServerLine(
        ShownServer server, List<LatestValue> latest, ChartSeries cpu, ChartSeries memory, TimeRange hour) {

    /** What stands in for a limit that is not known, so that a line has a height. */
    private static final double SMALLEST_LIMIT = 1;

    public String id() {
        return server.id();
    }

    public String name() {
        return server.name();
    }

    public boolean isOnline() {
        return server.status() == ServerStatus.ONLINE;
    }

    public Optional<LatestValue> value(Metric metric) {
        return latest.stream().filter(each -> each.metric().equals(metric)).findFirst();
    }

    /** When it was measured last; null for never. */
    public @Nullable Instant measuredAt() {
        return latest.stream()
                .map(LatestValue::ts)
                .max(Comparator.naturalOrder())
                .map(Instant::ofEpochMilli)
                .orElse(null);
    }

    /** The upper edge of the line of memory, bytes. */
    public double memoryTop() {
        return value(Metric.MEMORY)
                .map(LatestValue::limitBytes)
                .map(limit -> (double) limit)
                .orElse(SMALLEST_LIMIT);
    }

    /** Whether a text stands in what people know it by; case does not matter. */
    public boolean matches(String filter) {
        String wanted = filter.strip().toLowerCase(Locale.ROOT);
        return wanted.isEmpty()
                || List.of(name(), server.address(), String.valueOf(server.os())).stream()
                        .anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(wanted));
    }
}
