package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.LogEnd;
import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.NewEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The data of apps in events; never a value of an environment. */
final class AppEvents {

    private static final System.Logger LOG = System.getLogger(AppEvents.class.getName());
    private static final int LINES = 20;
    private static final int FAR_LINES = 10_000;

    /** A first restart comes after a second or at once; later ones wait for so long that the end is seen before them. */
    private static final Duration LOOK_BACK = Duration.ofSeconds(5);

    private static final int MOST_PAGES = 20;

    private final AppPlaces places;
    private final AppEnvironment environments;

    AppEvents(AppPlaces places, AppEnvironment environments) {
        this.places = places;
        this.environments = environments;
    }

    /** An app's own record, with the names of its environment. */
    static Map<String, Object> told(App app) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", app.name());
        told.put("serverId", app.serverId());
        told.put("runtime", app.spec().kind().wireName());
        told.put("restart", app.restart().wireName());
        told.putAll(told(app.spec()));
        return told;
    }

    /** A spec with the names of its environment. */
    static Map<String, Object> told(AppSpec spec) {
        Map<String, Object> told = new LinkedHashMap<>();
        switch (spec) {
            case AppSpec.Process it -> {
                told.put("command", it.command());
                put(told, "directory", it.directory());
            }
            case AppSpec.SystemdUnit it -> told.put("unit", it.unit());
            case AppSpec.Container it -> {
                told.put("image", it.image());
                told.put("command", it.command());
                told.put("ports", it.ports());
                told.put("volumes", it.volumes());
                put(told, "memoryLimitBytes", it.memoryLimitBytes());
                put(told, "engine", it.engine());
                told.put("replicas", it.replicas());
                put(told, "adopted", it.adopted());
            }
        }
        List<String> names = AppEnvironment.of(spec).keySet().stream().sorted().toList();
        if (!names.isEmpty()) {
            told.put("environment", names);
        }
        return told;
    }

    /** What happened to an app, without its log. */
    static NewEvent of(App app, ObservedEvent event) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", app.name());
        data.put("serverId", app.serverId());
        Instance instance = event.instance();
        if (instance != null) {
            data.put("instance", instance.name());
            put(data, "exitCode", instance.exitCode());
            if (!instance.detail().isEmpty()) {
                data.put("detail", instance.detail());
            }
        }
        return new NewEvent(Objects.requireNonNull(event.kind().event()), app.id(), data);
    }

    static NewEvent with(NewEvent event, String name, Object value) {
        Map<String, Object> data = new LinkedHashMap<>(event.data());
        data.put(name, value);
        return new NewEvent(event.kind(), event.subjectId(), data);
    }

    /**
     * The end of the log of an app's last run, values of its environment taken out; empty when it cannot be read now. Where it
     * runs again already, the end of the run before.
     */
    List<String> lastLines(AppRuntime runtime, App app, @Nullable Instance instance) {
        try {
            Map<String, String> environment = environments.stored(app);
            Instant again = instance == null || !instance.running() ? null : instance.startedAt();
            LogSource log = instance == null
                    ? runtime.log(() -> places.host(app), app)
                    : runtime.log(() -> places.host(app), app, instance);
            // Behind the lines of this run's end there may be many of a later one.
            List<LogLine> lines = last(before(log.newest(again == null ? LINES : FAR_LINES, LogEnd.BYTES), again));
            if (instance != null && again == null) {
                lines = lines.stream()
                        .filter(each -> LogEnd.isSince(each, instance.startedAt()))
                        .toList();
            }
            if (lines.isEmpty() && again != null) {
                lines = lastBefore(log, again);
            }
            return lines.stream()
                    .map(LogLine::text)
                    .map(text -> AppEnvironment.redact(text, environment))
                    .map(LogEnd::cut)
                    .toList();
        } catch (AppException e) {
            LOG.log(System.Logger.Level.INFO, "The log of " + app.id() + " cannot be read for an event", e);
            return List.of();
        }
    }

    /** Where the next run has said more already than the tail holds. */
    private static List<LogLine> lastBefore(LogSource log, Instant again) {
        List<LogLine> last = List.of();
        LogPosition after = null;
        for (int i = 0; i < MOST_PAGES; i++) {
            LogPage page = log.search(new LogSearch(LogFilter.ALL, again.minus(LOOK_BACK), again, after, FAR_LINES));
            Stream<LogLine> found = page.lines().stream().map(PlacedLine::line);
            last = last(before(Stream.concat(last.stream(), found).toList(), again));
            after = page.end();
            if (!page.hasMore()) {
                break;
            }
        }
        return last;
    }

    private static List<LogLine> before(List<LogLine> lines, @Nullable Instant again) {
        return lines.stream().filter(line -> isBefore(line, again)).toList();
    }

    private static List<LogLine> last(List<LogLine> lines) {
        return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    }

    private static boolean isBefore(LogLine line, @Nullable Instant again) {
        Instant time = line.time();
        return again == null || time == null || time.isBefore(again);
    }

    private static void put(Map<String, Object> data, String name, @Nullable Object value) {
        if (value != null) {
            data.put(name, value);
        }
    }
}
