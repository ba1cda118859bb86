package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.controls.chart.ChartSeries;
import dev.wheelhouse.ui.controls.chart.TimeRange;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.metrics.MetricLines;
import dev.wheelhouse.ui.servers.desk.MetricDesk;
import dev.wheelhouse.ui.servers.desk.ServerDesk;
import dev.wheelhouse.ui.servers.desk.ShownServer;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * The servers as the window last read them, the own machine first and the others by name; one list for all screens.
 * Belongs to the window's thread.
 */
public final class ServerList {

    private static final Duration LINES_AGE = Duration.ofSeconds(30);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Comparator<ShownServer> BY_NAME = Comparator.comparing(
                    (ShownServer server) -> !server.isLocal())
            .thenComparing(ShownServer::name, String.CASE_INSENSITIVE_ORDER)
            .thenComparing(ShownServer::id);

    private final ServerDesk servers;
    private final MetricDesk metrics;
    private final Clock clock;
    private final Latest latest;
    private final ObservableList<ServerLine> items = FXCollections.observableArrayList();
    // One view for all: a listener on a view of its own would be lost with it.
    private final ObservableList<ServerLine> view = FXCollections.unmodifiableObservableList(items);
    private final List<Runnable> waiting = new ArrayList<>();
    private final ReadOnlyBooleanWrapper known = new ReadOnlyBooleanWrapper(this, "known");
    private final ReadOnlyObjectWrapper<@Nullable AppException> failure = new ReadOnlyObjectWrapper<>(this, "failure");
    private Lines lines = new Lines(Instant.MIN, Map.of());
    private boolean isReading;
    private @Nullable Instant readAt;

    /** The small lines, which are read less often than the newest values. */
    private record Lines(Instant at, Map<String, List<ChartSeries>> ofServers) {}

    private record Reading(List<ServerLine> servers, Lines lines) {}

    public ServerList(ServerDesk servers, MetricDesk metrics, Workbench workbench, Clock clock) {
        this.servers = servers;
        this.metrics = metrics;
        this.clock = clock;
        this.latest = new Latest(workbench.background());
    }

    /** Reads them again, unless that is under way: to begin anew each time would never end where a source is slow. */
    public void lookAgain() {
        if (!isReading) {
            refresh();
        }
    }

    /** Reads them again, anew where that is under way. */
    public void refresh() {
        refresh(() -> {});
    }

    /** @param then runs once they are read, by this call or by one that overtook it; never when the reading fails */
    public void refresh(Runnable then) {
        waiting.add(then);
        isReading = true;
        Lines before = lines;
        latest.run(() -> read(before), this::take, error -> {
            isReading = false;
            waiting.clear();
            failure.set(error);
        });
    }

    private Reading read(Lines before) {
        List<ShownServer> found = servers.all().stream().sorted(BY_NAME).toList();
        Instant now = clock.instant();
        boolean old = before.at().isBefore(now.minus(LINES_AGE));
        Map<String, List<ChartSeries>> drawn = new HashMap<>();
        List<ServerLine> read = new ArrayList<>();
        TimeRange hour = new TimeRange(now.minus(HOUR).toEpochMilli(), now.toEpochMilli());
        for (ShownServer server : found) {
            List<ChartSeries> own = before.ofServers().get(server.id());
            if (old || own == null) {
                own = List.of(line(server, Metric.CPU), line(server, Metric.MEMORY));
            }
            drawn.put(server.id(), own);
            read.add(new ServerLine(server, values(server), own.getFirst(), own.getLast(), hour));
        }
        return new Reading(read, new Lines(old ? now : before.at(), drawn));
    }

    private List<LatestValue> values(ShownServer server) {
        try {
            return metrics.latest(server.id());
        } catch (AppException _) {
            // A source that does not answer is told on the page of its server; the list goes on without it.
            return List.of();
        }
    }

    private ChartSeries line(ShownServer server, Metric metric) {
        try {
            MetricSeries series = metrics.series(server.id(), metric, MetricRange.HOURS_1);
            return MetricLines.of(metric.name(), series);
        } catch (AppException _) {
            return ChartSeries.named(metric.name()).build();
        }
    }

    private void take(Reading reading) {
        isReading = false;
        failure.set(null);
        readAt = clock.instant();
        lines = reading.lines();
        // In place where it is the same server: a selection stays where it is.
        List<ServerLine> read = reading.servers();
        boolean same = read.stream()
                .map(ServerLine::id)
                .toList()
                .equals(items.stream().map(ServerLine::id).toList());
        if (same) {
            for (int i = 0; i < read.size(); i++) {
                items.set(i, read.get(i));
            }
        } else {
            items.setAll(read);
        }
        known.set(true);
        List<Runnable> ready = List.copyOf(waiting);
        waiting.clear();
        ready.forEach(Runnable::run);
    }

    public ObservableList<ServerLine> items() {
        return view;
    }

    public Optional<ServerLine> find(String id) {
        return items.stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /** Whether they were read at least once. */
    public ReadOnlyBooleanProperty knownProperty() {
        return known.getReadOnlyProperty();
    }

    /** When they were read last; null for never. */
    public @Nullable Instant readAt() {
        return readAt;
    }

    /** Why the last reading failed; null when it did not. */
    public ReadOnlyObjectProperty<@Nullable AppException> failureProperty() {
        return failure.getReadOnlyProperty();
    }
}
