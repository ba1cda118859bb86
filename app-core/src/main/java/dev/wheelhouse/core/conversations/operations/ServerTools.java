package dev.wheelhouse.core.conversations.operations;

import dev.wheelhouse.core.conversations.tool.TextTable;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolCall;
import dev.wheelhouse.core.conversations.tool.ToolParameter;
import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.MetricService;
import dev.wheelhouse.core.metrics.MetricUnit;
import dev.wheelhouse.core.metrics.SeriesPoint;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.WireName;
import dev.wheelhouse.core.platform.text.ByteSize;
import dev.wheelhouse.core.servers.DiskUsage;
import dev.wheelhouse.core.servers.DiskUsageService;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerService;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Servers, what is measured of them and what fills their disks. */
final class ServerTools {

    private static final ToolParameter SERVER =
            ToolParameter.name("server", "Name or id of a server; local is this machine");

    private static final int MOST_POINTS = 60;

    private final ServerService servers;
    private final MetricService metrics;
    private final DiskUsageService diskUsage;

    ServerTools(ServerService servers, MetricService metrics, DiskUsageService diskUsage) {
        this.servers = servers;
        this.metrics = metrics;
        this.diskUsage = diskUsage;
    }

    List<Tool> tools() {
        return List.of(
                Tool.reading(
                        "list_servers",
                        "servers",
                        Scope.SERVERS_READ,
                        "Lists the servers and whether they answer.",
                        List.of(),
                        this::list),
                Tool.reading(
                        "server_metrics",
                        "server",
                        Scope.METRICS_READ,
                        "Shows the newest value of everything that is measured of a server: processors, memory, disks,"
                                + " network, load.",
                        List.of(SERVER),
                        this::latest),
                Tool.reading(
                        "metric_series",
                        "metrics",
                        Scope.METRICS_READ,
                        "Shows how a metric of a server went over time: average, least and most of each stretch.",
                        List.of(
                                SERVER,
                                ToolParameter.name("metric", "Such as cpu, memory, disk, disk:/home, net_rx or load1"),
                                ToolParameter.choice(
                                        "range",
                                        "How far back",
                                        Arrays.stream(MetricRange.values())
                                                .map(WireName::wireName)
                                                .toList())),
                        this::series),
                Tool.reading(
                        "disk_usage",
                        "disk",
                        Scope.SERVERS_EXEC,
                        "Adds up what the files below a folder of a server take and lists the largest, to find what"
                                + " fills its disk. Ask again with a deeper path to see more.",
                        List.of(
                                SERVER,
                                ToolParameter.name("path", "An absolute path; / when it is left out")
                                        .optional()),
                        this::diskUsage));
    }

    /** @throws AppException {@code validation_failed} for one that is not there */
    static Server find(ServerService servers, Caller caller, String text) {
        String wanted = text.equals("local") ? servers.ownId() : text;
        return Named.find("server", wanted, servers.all(caller), Server::id, Server::name);
    }

    private String list(ToolCall call) {
        TextTable table = new TextTable("server", "id", "kind", "status");
        servers.all(call.caller())
                .forEach(each -> table.add(
                        each.name(),
                        each.id(),
                        each.kind().wireName(),
                        servers.status(each).wireName()));
        return table.orElse("There are no servers.");
    }

    private String latest(ToolCall call) {
        Server server = find(servers, call.caller(), call.text("server"));
        TextTable table = new TextTable("metric", "now", "of", "measured");
        for (LatestValue each : metrics.latest(call.caller(), server.id())) {
            table.add(
                    each.metric().name(),
                    value(each.value(), each.metric().unit()),
                    each.limitBytes() == null ? null : ByteSize.text(each.limitBytes()),
                    Shown.time(Instant.ofEpochMilli(each.ts())));
        }
        return table.orElse("Nothing has been measured of " + server.name() + " yet.");
    }

    private String series(ToolCall call) {
        Server server = find(servers, call.caller(), call.text("server"));
        String name = call.text("metric");
        Metric metric = Metric.find(name)
                .orElseThrow(() -> AppException.invalid(
                        "metric", "There is no metric " + name + ". server_metrics lists those of a server."));
        MetricRange range = MetricRange.find(call.text("range")).orElseThrow();
        MetricSeries series = metrics.series(call.caller(), server.id(), metric, range);
        TextTable table = new TextTable("from", "average", "least", "most");
        List<SeriesPoint> points = series.points();
        int together = Math.ceilDiv(Math.max(1, points.size()), MOST_POINTS);
        for (int i = 0; i < points.size(); i += together) {
            SeriesPoint point = merged(points.subList(i, Math.min(points.size(), i + together)));
            table.add(
                    Shown.time(Instant.ofEpochMilli(point.ts())),
                    value(point.avg(), metric.unit()),
                    value(point.min(), metric.unit()),
                    value(point.max(), metric.unit()));
        }
        String limit = series.limitBytes() == null ? "" : ", of " + ByteSize.text(series.limitBytes());
        return metric.name() + " of " + server.name() + " over " + range.wireName() + limit + "\n"
                + table.orElse("Nothing was measured then.");
    }

    private static SeriesPoint merged(List<SeriesPoint> points) {
        long count = points.stream().mapToLong(SeriesPoint::count).sum();
        long sum = points.stream().mapToLong(each -> each.avg() * each.count()).sum();
        return new SeriesPoint(
                points.getFirst().ts(),
                Math.round((double) sum / count),
                points.stream().mapToLong(SeriesPoint::min).min().orElseThrow(),
                points.stream().mapToLong(SeriesPoint::max).max().orElseThrow(),
                count);
    }

    static String value(long value, MetricUnit unit) {
        return switch (unit) {
            case PERCENT -> value + " %";
            case BYTES -> ByteSize.text(value);
            case BYTES_PER_SECOND -> ByteSize.text(value) + "/s";
            case HUNDREDTHS -> String.format(Locale.ROOT, "%.2f", value / 100.0);
            case COUNT -> Long.toString(value);
        };
    }

    private String diskUsage(ToolCall call) {
        Server server = find(servers, call.caller(), call.text("server"));
        DiskUsage usage = diskUsage.look(
                call.caller(), server.id(), call.input().findText("path").orElse("/"));
        TextTable table = new TextTable("size", "path");
        usage.entries().forEach(each -> table.add(ByteSize.text(each.bytes()), each.path()));
        return usage.path() + " of " + server.name() + " holds " + ByteSize.text(usage.bytes())
                + "; its file system has "
                + ByteSize.text(usage.usedBytes()) + " in use and " + ByteSize.text(usage.availableBytes())
                + " available (" + usage.usedPercent() + " % in use)."
                + (usage.isPartial() ? " Not everything could be read." : "")
                + "\n" + table.orElse("It is empty.");
    }
}
