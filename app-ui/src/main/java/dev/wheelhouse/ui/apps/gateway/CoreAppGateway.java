package dev.wheelhouse.ui.apps.gateway;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.AppService;
import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Apps of the core. Thread-safe. */
public final class CoreAppGateway implements AppGateway {

    private static final int MOST_EVENTS = 200;

    private final AppService apps;
    private final EventService events;
    private final Supplier<Caller> callers;

    public CoreAppGateway(AppService apps, EventService events, Supplier<Caller> callers) {
        this.apps = apps;
        this.events = events;
        this.callers = callers;
    }

    @Override
    public List<App> all() {
        return apps.all(callers.get());
    }

    @Override
    public Map<String, AppStatus> statuses() {
        return apps.statuses(callers.get());
    }

    @Override
    public App get(String id) {
        return apps.get(callers.get(), id);
    }

    @Override
    public Set<String> environmentNames(App app) {
        return apps.environmentNames(app);
    }

    @Override
    public App create(AppDraft draft) {
        return apps.create(callers.get(), draft);
    }

    @Override
    public App update(String id, AppDraft draft, @Nullable Long expected) {
        return apps.update(callers.get(), id, draft, expected);
    }

    @Override
    public void delete(String id) {
        apps.delete(callers.get(), id, null);
    }

    @Override
    public void forget(String id) {
        apps.forget(callers.get(), id, null);
    }

    @Override
    public AppStatus start(String id) {
        return apps.start(callers.get(), id);
    }

    @Override
    public void pullAndStart(String id) {
        apps.pull(callers.get(), id, true);
    }

    @Override
    public AppStatus stop(String id) {
        return apps.stop(callers.get(), id);
    }

    @Override
    public AppStatus restart(String id) {
        return apps.restart(callers.get(), id);
    }

    @Override
    public AppStatus refresh(String id) {
        return apps.status(callers.get(), id);
    }

    @Override
    public List<FoundApp> discover(String serverId, RuntimeKind kind) {
        return apps.discover(callers.get(), serverId, kind);
    }

    @Override
    public MetricSeries series(String id, Metric metric, MetricRange range) {
        return apps.series(callers.get(), id, metric, range);
    }

    @Override
    public List<AppEvent> events(String id, Instant since) {
        EventFilter ofApp = new EventFilter(List.of("app.*"), id, since, null);
        return events.list(callers.get(), ofApp, new PageRequest(MOST_EVENTS, null)).items().stream()
                .map(CoreAppGateway::event)
                .toList();
    }

    private static AppEvent event(Event event) {
        Map<String, Object> data = event.data();
        return new AppEvent(
                event.id(),
                event.occurredAt(),
                event.kind(),
                data.get("exitCode") instanceof Number code ? code.intValue() : null,
                data.get("detail") instanceof String detail ? detail : "",
                lines(data.get("lines")));
    }

    private static List<String> lines(@Nullable Object told) {
        return told instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
    }
}
