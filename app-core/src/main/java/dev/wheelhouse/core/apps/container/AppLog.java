package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.apps.container.engine.Engine;
import dev.wheelhouse.core.apps.container.engine.Engines;
import dev.wheelhouse.core.apps.container.engine.ListedContainer;
import dev.wheelhouse.core.apps.container.log.ContainerLog;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.logs.merge.MergedSource;
import dev.wheelhouse.core.logs.merge.NamedSource;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What all containers of an app write, whichever there are when it is read. Thread-safe. */
final class AppLog implements LogSource {

    /** Never asked: engines give the time of every line. */
    private static final LineTimes TIMES = new LineTimes(ZoneOffset.UTC, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

    private final App app;
    private final Supplier<Host> host;
    private final Engines engines;
    private final Workers workers;

    AppLog(App app, Supplier<Host> host, Engines engines, Workers workers) {
        this.app = app;
        this.host = host;
        this.engines = engines;
        this.workers = workers;
    }

    @Override
    public String name() {
        return app.name();
    }

    private Engine engine() {
        return engines.get(host.get(), ContainerPlan.spec(app).engine());
    }

    /** Also of one container: its places have the same form when there are more or fewer later. */
    private MergedSource merged(List<String> names) {
        return MergedSource.of(
                name(),
                names.stream().map(each -> new NamedSource(each, of(each))).toList(),
                workers,
                TIMES);
    }

    /** Earlier versions gave the place in the only container there was as it is. */
    private static @Nullable LogPosition place(@Nullable LogPosition after, List<String> names) {
        return after != null && names.size() == 1 && ContainerLog.isPlace(after)
                ? MergedSource.place(names.getFirst(), after)
                : after;
    }

    /** Of one container. */
    LogSource of(String container) {
        return new ContainerLog(name(), container, ContainerPlan.spec(app).adopted() == null, this::engine, workers);
    }

    private List<String> names() {
        List<String> present = AppContainers.serving(app, engine().list()).stream()
                .map(ListedContainer::name)
                .toList();
        if (!present.isEmpty()) {
            return present;
        }
        List<String> adopted = ContainerPlan.spec(app).adopted();
        if (adopted != null) {
            throw AppContainers.gone(adopted);
        }
        return new ContainerPlan(app).names();
    }

    @Override
    public LogPage tail(int lines, long mostBytes) {
        return merged(names()).tail(lines, mostBytes);
    }

    @Override
    public LogPage search(LogSearch search) {
        List<String> names = names();
        return merged(names)
                .search(new LogSearch(
                        search.filter(), search.from(), search.to(), place(search.after(), names), search.limit()));
    }

    @Override
    public LogFollowing follow(@Nullable LogPosition after) {
        List<String> names = names();
        return merged(names).follow(place(after, names));
    }
}
