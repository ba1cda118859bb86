package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.controls.chart.ChartSeries;
import dev.wheelhouse.ui.controls.chart.TimeRange;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.metrics.MetricLines;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The servers as the window last read them, the own machine first and the others by name; one list for all screens,
 * read again every three seconds while any of them shows it. Belongs to the window's thread.
 */
public final class ServerList extends LiveList<List<ServerLine>, ServerLine> {

    private static final Duration POLL_PERIOD = Duration.ofSeconds(3);
    private static final long LINES_AGE = Duration.ofSeconds(30).toMillis();
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final Comparator<ShownServer> BY_NAME = Comparator.comparing((ShownServer server) -> !server.isOwn())
            .thenComparing(ShownServer::name, String.CASE_INSENSITIVE_ORDER)
            .thenComparing(ShownServer::id);

    private final ServerGateway servers;
    /** What was read last, by id; read beside the window's thread too. */
    private volatile Map<String, ServerLine> before = Map.of();

    public ServerList(ServerGateway servers, Workbench workbench, Clock clock) {
        super(workbench.background(), clock, POLL_PERIOD, ServerLine::id);
        this.servers = servers;
    }

    /** The machine that the console runs on; empty while it was not read yet. */
    public Optional<ServerLine> own() {
        return rows().stream()
                .map(LiveRow::line)
                .filter(each -> each.server().isOwn())
                .findFirst();
    }

    @Override
    protected List<ServerLine> read() {
        return servers.all().stream().sorted(BY_NAME).map(this::line).toList();
    }

    /** The small lines are read less often than the newest values. */
    private ServerLine line(ShownServer server) {
        ServerLine last = before.get(server.id());
        List<LatestValue> values = values(server);
        long now = clock().millis();
        if (last != null && last.hour().to() >= now - LINES_AGE) {
            // With the hour of the lines: a row whose values are the same stays equal.
            return new ServerLine(server, values, last.cpu(), last.memory(), last.hour());
        }
        return new ServerLine(
                server, values, line(server, Metric.CPU), line(server, Metric.MEMORY), new TimeRange(now - HOUR, now));
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
    protected void take(List<ServerLine> reading) {
        before = reading.stream().collect(Collectors.toUnmodifiableMap(ServerLine::id, Function.identity()));
        super.take(reading);
    }

    @Override
    protected List<ServerLine> lines(List<ServerLine> reading) {
        return reading;
    }

    /** As people know a server. */
    public String nameOf(String serverId) {
        return find(serverId).map(ServerLine::name).orElse(knownProperty().get() ? "a removed server" : "…");
    }
}
