package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.metrics.collect.WatchCost;
import dev.wheelhouse.ui.controls.chart.ChartData;
import dev.wheelhouse.ui.controls.chart.ChartSeries;
import dev.wheelhouse.ui.controls.chart.EventMark;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.metrics.ChartRange;
import dev.wheelhouse.ui.metrics.ChartReading;
import dev.wheelhouse.ui.metrics.LiveTail;
import dev.wheelhouse.ui.metrics.MetricLines;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.ListChangeListener;
import org.jspecify.annotations.Nullable;

/** The charts of one server. Belongs to the window's thread. */
public final class ServerPageViewModel extends ChartReading<ServerPageViewModel.Reading> {

    private final ServerGateway servers;
    private final ServerCommands commands;
    private final ServerList list;
    final String serverId;
    private final LiveFeed feed;
    private final LiveTail tail = new LiveTail();
    private final ReadOnlyObjectWrapper<@Nullable ServerLine> line = new ReadOnlyObjectWrapper<>(this, "line");
    private final ReadOnlyObjectWrapper<@Nullable List<Panel>> content = new ReadOnlyObjectWrapper<>(this, "content");
    private final ReadOnlyStringWrapper cost = new ReadOnlyStringWrapper(this, "cost", "");
    private final ListChangeListener<LiveRow<ServerLine>> onServers = _ -> showServer();

    /** One chart as it stands now. */
    record Panel(ChartSpec spec, ChartData data) {}

    record Reading(
            MetricRange range,
            List<ChartSpec> specs,
            Map<Metric, MetricSeries> series,
            List<EventMark> marks,
            Optional<WatchCost> cost) {}

    public ServerPageViewModel(
            ServerGateway servers, ServerCommands commands, Workbench workbench, Clock clock, String serverId) {
        super(workbench, "servers.range", clock);
        this.servers = servers;
        this.commands = commands;
        this.list = commands.list;
        this.serverId = serverId;
        this.feed = new LiveFeed(servers, workbench.background(), serverId, this::take);
        showServer();
    }

    @Override
    protected void clear() {
        content.set(null);
    }

    @Override
    public void onShow() {
        list.rows().addListener(onServers);
        showServer();
        super.onShow();
        feed.open();
        // What it runs and, where it does not answer, why: only a test shows.
        commands.probe(serverId);
    }

    /** Releases everything; the server is no longer asked every second. */
    @Override
    public void onHide() {
        list.rows().removeListener(onServers);
        super.onHide();
        feed.close();
    }

    private void showServer() {
        list.find(serverId).ifPresent(line::set);
    }

    /** Asks the server whether it answers, and reads everything again. */
    public void retry() {
        commands.probe(serverId);
        refresh();
    }

    @Override
    protected Reading read(MetricRange wanted) {
        List<Metric> measured =
                servers.latest(serverId).stream().map(LatestValue::metric).toList();
        List<ChartSpec> specs = ChartSpec.of(measured);
        Map<Metric, MetricSeries> series = new HashMap<>();
        for (ChartSpec spec : specs) {
            for (ChartSpec.Line each : spec.lines()) {
                series.put(each.metric(), servers.series(serverId, each.metric(), wanted));
            }
        }
        Instant now = clock().instant();
        List<EventMark> marks = servers.marks(serverId, now.minus(wanted.length()), now).stream()
                .map(each -> new EventMark(each.at().toEpochMilli(), ServerLabels.event(each)))
                .toList();
        return new Reading(wanted, specs, series, marks, servers.cost(serverId));
    }

    private void take(List<LiveReading> come) {
        tail.add(come);
        Reading read = last();
        if (read != null && range().isLive() && read.range() == range().get()) {
            range().showNow();
            draw(read);
        }
    }

    @Override
    protected void draw(Reading read) {
        cost.set(ServerLabels.cost(read.cost().orElse(null)));
        content.set(read.specs().stream()
                .map(spec -> new Panel(spec, data(read, spec)))
                .toList());
    }

    private ChartData data(Reading read, ChartSpec spec) {
        List<ChartSeries> lines = new ArrayList<>();
        for (ChartSpec.Line each : spec.lines()) {
            MetricSeries series = Objects.requireNonNull(read.series().get(each.metric()));
            lines.add(
                    ChartRange.isLive(series.window().stepMs())
                            ? MetricLines.of(each.name(), series, tail.of(each.metric()))
                            : MetricLines.of(each.name(), series));
        }
        return new ChartData(MetricLines.unit(spec.first().unit()), lines, limit(read, spec.first()), read.marks());
    }

    private @Nullable Double limit(Reading read, Metric metric) {
        Long limit = tail.newest(metric).map(Sample::limitBytes).orElse(null);
        if (limit == null) {
            limit = Objects.requireNonNull(read.series().get(metric)).limitBytes();
        }
        return limit == null ? null : (double) limit;
    }

    /** When the values shown were measured, where the server does not answer; null while it does. */
    public @Nullable Instant oldSince() {
        ServerLine seen = line.get();
        return seen == null || seen.isOnline() ? null : seen.measuredAt();
    }

    /** The server with its newest values; null while it is not known, as after it was removed. */
    public ReadOnlyObjectProperty<@Nullable ServerLine> lineProperty() {
        return line.getReadOnlyProperty();
    }

    /** All charts as they stand now; null while nothing was read for the range. */
    ReadOnlyObjectProperty<@Nullable List<Panel>> contentProperty() {
        return content.getReadOnlyProperty();
    }

    /** What watching costs, in one line; empty while nothing is known. */
    public ReadOnlyStringProperty costProperty() {
        return cost.getReadOnlyProperty();
    }
}
