package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.apps.container.engine.ContainerUse;
import dev.wheelhouse.core.apps.container.engine.Engine;
import dev.wheelhouse.core.apps.container.engine.Engines;
import dev.wheelhouse.core.apps.container.engine.InspectedContainer;
import dev.wheelhouse.core.apps.container.engine.ListedContainer;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Together;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at containers: one list for all of an engine, then each that is an app's. Thread-safe. */
final class ContainerSnapshots {

    /** 128 and the number of SIGKILL. */
    private static final int KILLED = 137;

    private final Engines engines;
    private final Together together;

    ContainerSnapshots(Engines engines, Together together) {
        this.engines = engines;
        this.together = together;
    }

    /** @param at when the container was asked for what it takes; null when it was not */
    private record Seen(Instance instance, @Nullable Long at) {}

    Map<String, AppSnapshot> look(Host host, List<App> apps) {
        // First, since it fails when the server cannot be reached, which no engine is to blame for.
        ServerTime time = ServerTime.of(host);
        Map<Optional<String>, List<App>> byEngine = new HashMap<>();
        for (App app : apps) {
            byEngine.computeIfAbsent(Optional.ofNullable(ContainerPlan.spec(app).engine()), _ -> new ArrayList<>())
                    .add(app);
        }
        Map<String, AppSnapshot> snapshots = new HashMap<>();
        byEngine.forEach((socket, those) -> {
            try {
                snapshots.putAll(look(engines.get(host, socket.orElse(null)), those, time));
            } catch (AppException e) {
                if (e.errorCode() == PlatformError.CANCELLED) {
                    throw e;
                }
                those.forEach(app -> snapshots.put(app.id(), new AppSnapshot(List.of(), time.now(), e.getMessage())));
            }
        });
        return snapshots;
    }

    private Map<String, AppSnapshot> look(Engine engine, List<App> apps, ServerTime time) {
        List<ListedContainer> all = engine.list();
        Map<String, List<ListedContainer>> containers = new HashMap<>();
        apps.forEach(app -> containers.put(app.id(), AppContainers.serving(app, all)));
        List<ListedContainer> wanted =
                containers.values().stream().flatMap(List::stream).distinct().toList();
        List<Optional<Seen>> seen = together.map(wanted, each -> see(engine, each, time));
        Map<String, Seen> byId = new HashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            String id = wanted.get(i).id();
            seen.get(i).ifPresent(each -> byId.put(id, each));
        }
        Map<String, AppSnapshot> snapshots = new HashMap<>();
        for (App app : apps) {
            snapshots.put(app.id(), snapshot(app, containers.getOrDefault(app.id(), List.of()), byId, time));
        }
        return snapshots;
    }

    private static AppSnapshot snapshot(
            App app, List<ListedContainer> containers, Map<String, Seen> byId, ServerTime time) {
        List<Instance> instances = new ArrayList<>();
        long sum = 0;
        int asked = 0;
        for (ListedContainer each : containers) {
            Seen seen = byId.get(each.id());
            if (seen != null) {
                instances.add(seen.instance());
                sum += seen.at() == null ? 0 : seen.at() - time.start();
                asked += seen.at() == null ? 0 : 1;
            }
        }
        addMissing(app, containers, instances);
        instances.sort(Comparator.comparing(Instance::name));
        return new AppSnapshot(instances, asked == 0 ? time.now() : time.start() + sum / asked, null);
    }

    private static void addMissing(App app, List<ListedContainer> containers, List<Instance> instances) {
        List<String> adopted = ContainerPlan.spec(app).adopted();
        for (String name : adopted == null ? List.<String>of() : adopted) {
            boolean isThere = containers.stream()
                    .anyMatch(each -> each.name().equals(name)
                            || each.label(AppContainers.SWARM_SERVICE).equals(name));
            if (!isThere) {
                instances.add(new Instance(
                        "", name, false, null, null, null, null, 0, "the server has no such container", null));
            }
        }
    }

    private static Optional<Seen> see(Engine engine, ListedContainer listed, ServerTime time) {
        // Empty for one that was taken away after it was listed.
        return engine.find(listed.id()).map(container -> {
            ContainerUse use = container.running() ? use(engine, container) : null;
            return new Seen(instance(container, use), use == null ? null : time.now());
        });
    }

    /** Null for one that ended meanwhile, for which every engine has another refusal. */
    private static @Nullable ContainerUse use(Engine engine, InspectedContainer container) {
        try {
            return engine.use(container.id());
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.CANCELLED) {
                throw e;
            }
            return null;
        }
    }

    static Instance instance(InspectedContainer container, @Nullable ContainerUse use) {
        boolean running = container.running() && !container.status().equals("restarting");
        boolean hasEnded = !running && container.finishedAt() != null;
        return new Instance(
                container.identity(),
                AppContainers.withoutNext(container.name()),
                running,
                running ? container.pid() : null,
                container.startedAt(),
                hasEnded ? container.finishedAt() : null,
                hasEnded ? container.exitCode() : null,
                container.restarts(),
                detail(container),
                running && use != null
                        ? new Instance.Use(use.cpuNanos(), use.memoryBytes(), use.memoryLimitBytes())
                        : null,
                container.status().equals("restarting"));
    }

    /** What else people should know of it; empty for nothing. */
    static String detail(InspectedContainer container) {
        if (container.outOfMemory()) {
            return "out of memory";
        }
        if (!container.error().isEmpty()) {
            return container.error();
        }
        if (!container.running() && container.exitCode() == KILLED && container.memoryLimitBytes() > 0) {
            return "killed, perhaps for reaching its memory limit";
        }
        return switch (container.status()) {
            case "paused" -> "paused";
            case "restarting" -> "waits to be started again by the engine";
            case "dead" -> "dead: the engine could not take it away";
            default -> container.health().equals("unhealthy") ? "unhealthy" : "";
        };
    }
}
