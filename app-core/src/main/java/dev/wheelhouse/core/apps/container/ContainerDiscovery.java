package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.apps.container.engine.Engine;
import dev.wheelhouse.core.apps.container.engine.ListedContainer;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.platform.error.Problems;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What of an engine's containers could be apps: those of one compose or swarm service together. Pure. */
final class ContainerDiscovery {

    private static final int MOST_REPLICAS = 50;

    private ContainerDiscovery() {}

    /** @param socket that the apps shall name; null where the server has but this engine */
    static List<FoundApp> find(Engine engine, @Nullable String socket) {
        return of(engine.list(), socket);
    }

    static List<FoundApp> of(List<ListedContainer> all, @Nullable String socket) {
        Map<String, List<ListedContainer>> groups = new TreeMap<>();
        for (ListedContainer each : all) {
            if (each.label(ContainerPlan.APP_LABEL).isEmpty() && !each.name().isEmpty()) {
                groups.computeIfAbsent(group(each), _ -> new ArrayList<>()).add(each);
            }
        }
        List<FoundApp> found = new ArrayList<>();
        groups.forEach((name, containers) -> found.add(app(name, containers, socket)));
        return found;
    }

    private static String group(ListedContainer container) {
        String swarm = container.label(AppContainers.SWARM_SERVICE);
        String service = container.label(AppContainers.COMPOSE_SERVICE);
        if (!swarm.isEmpty()) {
            return swarm;
        }
        return service.isEmpty() ? container.name() : container.label(AppContainers.COMPOSE_PROJECT) + "-" + service;
    }

    private static FoundApp app(String group, List<ListedContainer> containers, @Nullable String socket) {
        containers.sort(Comparator.comparing(ListedContainer::name));
        ListedContainer first = containers.getFirst();
        boolean isSwarm = !first.label(AppContainers.SWARM_SERVICE).isEmpty();
        AppSpec.Container spec = new AppSpec.Container(
                first.image(),
                List.of(),
                first.ports(),
                Map.of(),
                List.of(),
                null,
                socket,
                Math.min(MOST_REPLICAS, containers.size()),
                isSwarm
                        ? List.of(group)
                        : containers.stream().map(ListedContainer::name).toList());
        return new FoundApp(
                Problems.nameLike(group, "container"),
                spec,
                description(first, containers.size()),
                containers.stream().anyMatch(ListedContainer::isRunning));
    }

    private static String description(ListedContainer container, int count) {
        String project = container.label(AppContainers.COMPOSE_PROJECT);
        return container.image()
                + (container.ports().isEmpty() ? "" : ", " + String.join(" ", container.ports()))
                + (count > 1 ? ", " + count + " containers" : "")
                + (project.isEmpty() ? "" : ", compose project " + project)
                + (container.label(AppContainers.SWARM_SERVICE).isEmpty() ? "" : ", swarm service")
                + (container.status().isEmpty() ? "" : ", " + container.status());
    }
}
