package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.core.apps.AppEvent;
import dev.wheelhouse.core.apps.AppGateway;
import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.Crash;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.apps.list.AppLabels;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.apps.list.AppList;
import dev.wheelhouse.ui.controls.chart.ChartData;
import dev.wheelhouse.ui.controls.chart.EventMark;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.metrics.ChartReading;
import dev.wheelhouse.ui.metrics.MetricLines;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ChangeListener;
import javafx.collections.ListChangeListener;
import org.jspecify.annotations.Nullable;

/** The page of one app: how it is, what it takes, and what happened to it. Belongs to the window's thread. */
public final class AppPageViewModel extends ChartReading<AppPageViewModel.Reading> {

    private static final String RANGE_KEY = "apps.range";
    /** How far back its events are shown, at least. */
    private static final Duration EVENTS = Duration.ofDays(30);

    private final AppGateway apps;
    private final Supplier<Caller> callers;
    private final AppList list;
    final String appId;
    private final ReadOnlyObjectWrapper<@Nullable AppLine> line = new ReadOnlyObjectWrapper<>(this, "line");
    private final ReadOnlyObjectWrapper<@Nullable Charts> charts = new ReadOnlyObjectWrapper<>(this, "charts");
    private final ReadOnlyObjectWrapper<List<AppEvent>> events = new ReadOnlyObjectWrapper<>(this, "events", List.of());
    private final ReadOnlyObjectWrapper<Set<String>> environment =
            new ReadOnlyObjectWrapper<>(this, "environment", Set.of());
    private final ChangeListener<AppLine> onLine = (_, before, now) -> take(before, now);
    private final ListChangeListener<LiveRow<AppLine>> onRows = _ -> find();
    private @Nullable LiveRow<AppLine> row;

    /** What the charts draw. */
    public record Charts(ChartData cpu, ChartData memory) {}

    record Reading(MetricSeries cpu, MetricSeries memory, List<AppEvent> events, Set<String> environment) {}

    public AppPageViewModel(AppGateway apps, AppList list, Workbench workbench, String appId) {
        super(workbench, RANGE_KEY, list.clock());
        this.apps = apps;
        this.callers = workbench.callers();
        this.list = list;
        this.appId = appId;
        find();
    }

    private void find() {
        LiveRow<AppLine> now = list.row(appId).orElse(null);
        if (now == null || now.equals(row)) {
            return;
        }
        if (row != null) {
            row.lineProperty().removeListener(onLine);
        }
        row = now;
        if (isShown()) {
            now.lineProperty().addListener(onLine);
        }
        line.set(now.line());
    }

    private void take(AppLine before, AppLine now) {
        line.set(now);
        boolean turned = !before.state().equals(now.state())
                || restarts(before) != restarts(now)
                || before.app().revision() != now.app().revision();
        if (turned) {
            refresh();
        }
    }

    private static long restarts(AppLine line) {
        return line.status() == null ? 0 : line.status().restarts();
    }

    @Override
    protected void clear() {
        charts.set(null);
    }

    @Override
    public void onShow() {
        list.rows().addListener(onRows);
        if (row != null) {
            row.lineProperty().addListener(onLine);
            line.set(row.line());
        }
        super.onShow();
        find();
    }

    @Override
    public void onHide() {
        list.rows().removeListener(onRows);
        if (row != null) {
            row.lineProperty().removeListener(onLine);
        }
        super.onHide();
    }

    @Override
    protected Reading read(MetricRange wanted) {
        Duration back = wanted.length().compareTo(EVENTS) > 0 ? wanted.length() : EVENTS;
        Caller caller = callers.get();
        return new Reading(
                apps.series(caller, appId, Metric.CPU, wanted),
                apps.series(caller, appId, Metric.MEMORY, wanted),
                apps.events(caller, appId, clock().instant().minus(back)),
                new TreeSet<>(apps.environmentNames(apps.get(caller, appId))));
    }

    /** Of crashes that follow each other only the first makes an event, which counts the others. */
    private List<AppEvent> withRestarts(List<AppEvent> read) {
        AppStatus status = line.get() == null ? null : line.get().status();
        if (status == null || status.restarts() < 2 || !isDown()) {
            return read;
        }
        List<AppEvent> told = new ArrayList<>(read);
        for (int i = 0; i < told.size(); i++) {
            if (told.get(i).isCrash()) {
                AppEvent first = told.get(i);
                String since = "restarted " + status.restarts() + " times since";
                told.set(i, first.withDetail(AppLabels.joined(first.detail(), since)));
                break;
            }
        }
        return told;
    }

    @Override
    protected void draw(Reading read) {
        events.set(withRestarts(read.events()));
        environment.set(read.environment());
        List<EventMark> marks = events.get().stream()
                .map(each -> new EventMark(each.at().toEpochMilli(), words(each)))
                .toList();
        charts.set(new Charts(
                new ChartData(
                        MetricLines.unit(Metric.CPU.unit()), List.of(MetricLines.of("CPU", read.cpu())), null, marks),
                new ChartData(
                        MetricLines.unit(Metric.MEMORY.unit()),
                        List.of(MetricLines.of("Memory", read.memory())),
                        ownLimit(),
                        marks)));
    }

    /** Only a limit of its own: beside the whole memory of a server most apps would be a flat line. */
    private @Nullable Double ownLimit() {
        AppLine seen = line.get();
        return seen != null
                        && seen.app().spec() instanceof AppSpec.Container container
                        && container.memoryLimitBytes() != null
                ? (double) container.memoryLimitBytes()
                : null;
    }

    private static String words(AppEvent event) {
        String exit = AppLabels.exit(event.exitCode());
        return AppLabels.event(event.kind()) + (exit.isEmpty() ? "" : ", " + exit);
    }

    /** The last crash, where it has not recovered from it; null otherwise. */
    public @Nullable AppEvent crash() {
        AppStatus status = line.get() == null ? null : line.get().status();
        if (status == null || !isDown()) {
            return null;
        }
        Crash seen = status.lastCrash();
        if (seen != null) {
            return new AppEvent("", seen.at(), AppEvent.CRASHED, seen.exitCode(), seen.detail(), seen.lines());
        }
        Reading read = last();
        return read == null
                ? null
                : read.events().stream().filter(AppEvent::isCrash).findFirst().orElse(null);
    }

    private boolean isDown() {
        AppLine seen = line.get();
        return seen != null
                && seen.state()
                        .filter(each -> each == AppStatus.State.CRASHED || each == AppStatus.State.RESTARTING)
                        .isPresent();
    }

    /** The app as it was last seen; null while it is not known. */
    public ReadOnlyObjectProperty<@Nullable AppLine> lineProperty() {
        return line.getReadOnlyProperty();
    }

    /** Null while nothing was read for the range. */
    public ReadOnlyObjectProperty<@Nullable Charts> chartsProperty() {
        return charts.getReadOnlyProperty();
    }

    /** Newest first. */
    public ReadOnlyObjectProperty<List<AppEvent>> eventsProperty() {
        return events.getReadOnlyProperty();
    }

    /** The names of its environment, sorted. */
    public ReadOnlyObjectProperty<Set<String>> environmentProperty() {
        return environment.getReadOnlyProperty();
    }
}
