package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.controls.chart.ChartSeries;
import dev.wheelhouse.ui.controls.chart.TimeRange;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.metrics.MetricLines;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The servers as the window last read them, the own machine first and the others by name; one list for all screens,
 * read again every three seconds while any of them shows it. Belongs to the window's thread.
 */
public final class ServerList extends LiveList<ServerList.Reading, ServerLine> {

    private static final Duration POLL_PERIOD = Duration.ofSeconds(3);
    private static final Duration LINES_AGE = Duration.ofSeconds(30);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Comparator<ShownServer> BY_NAME = Comparator.comparing(
                    (ShownServer server) -> !server.isLocal())
            .thenComparing(ShownServer::name, String.CASE_INSENSITIVE_ORDER)
            .thenComparing(ShownServer::id);

    private final ServerGateway servers;
    /** Read beside the window's thread too. */
    private volatile Lines lines = new Lines(Instant.MIN, Map.of());

    /** The small lines, which are read less often than the newest values. */
    record Lines(Instant at, Map<String, List<ChartSeries>> ofServers) {}

    /** The servers with what they measured. */
    record Reading(List<ServerLine> servers, Lines lines) {}

    public ServerList(ServerGateway servers, Workbench workbench, Clock clock) {
        super(workbench.background(), clock, POLL_PERIOD, ServerLine::id);
        this.servers = servers;
    }

    @Override
    protected Reading read() {
        Lines before = lines;
        List<ShownServer> found = servers.all().stream().sorted(BY_NAME).toList();
        Instant now = clock().instant();
        boolean old = before.at().isBefore(now.minus(LINES_AGE));
        Map<String, List<ChartSeries>> drawn = new HashMap<>();
        List<ServerLine> read = new ArrayList<>();
        Instant drawnAt = old ? now : before.at();
        // Of the lines, not of this reading: a row whose values are the same stays equal.
        TimeRange hour = new TimeRange(drawnAt.minus(HOUR).toEpochMilli(), drawnAt.toEpochMilli());
        for (ShownServer server : found) {
            List<ChartSeries> own = before.ofServers().get(server.id());
            if (old || own == null) {
                own = List.of(line(server, Metric.CPU), line(server, Metric.MEMORY));
            }
            drawn.put(server.id(), own);
            read.add(new ServerLine(server, values(server), own.getFirst(), own.getLast(), hour));
        }
        return new Reading(read, new Lines(drawnAt, drawn));
    }

    private List<LatestValue> values(ShownServer server) {
        try {
            return servers.latest(server.id());
        } catch (AppException _) {
            // A source that does not answer is shown on the page of its server; the list goes on without it.
            return List.of();
        }
    }

    private ChartSeries line(ShownServer server, Metric metric) {
        try {
            return MetricLines.of(metric.name(), servers.series(server.id(), metric, MetricRange.HOURS_1));
        } catch (AppException _) {
            return ChartSeries.named(metric.name()).build();
        }
    }

    @Override
    protected void take(Reading reading) {
        lines = reading.lines();
        super.take(reading);
    }

    @Override
    protected List<ServerLine> lines(Reading reading) {
        return reading.servers();
    }
}
