package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.apps.container.engine.ListedContainer;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which of a server's containers are an app's. Pure. */
final class AppContainers {

    /** Docker's own labels of what a compose file or a swarm made. */
    static final String COMPOSE_PROJECT = "com.docker.compose.project";

    static final String COMPOSE_SERVICE = "com.docker.compose.service";
    static final String SWARM_SERVICE = "com.docker.swarm.service.name";

    private AppContainers() {}

    /** A swarm would start at once what was stopped here, and elsewhere what was started. */
    static void refuseSwarm(ListedContainer container) {
        String service = container.label(SWARM_SERVICE);
        if (!service.isEmpty()) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The container " + container.name() + " is run by the swarm's service " + service
                            + ". Start and stop that with docker service scale.");
        }
    }

    /** Of adopted containers none of which is there. Not {@code not_found}: the app itself is there. */
    static AppException gone(List<String> adopted) {
        return new AppException(
                PlatformError.STATE_INVALID,
                "The server has no container " + String.join(", ", adopted)
                        + ". Change the app to the ones that there are now.");
    }

    /**
     * The serving ones. While a release replaces another, each name has an old and a new container: the running one serves,
     * and the old one where both run.
     */
    static List<ListedContainer> serving(App app, List<ListedContainer> all) {
        List<ListedContainer> own = of(app, all);
        Set<String> running = own.stream()
                .filter(ListedContainer::isRunning)
                .map(ListedContainer::name)
                .collect(Collectors.toSet());
        List<String> names = new ContainerPlan(app).names();
        return own.stream()
                .filter(each -> {
                    String name = withoutNext(each.name());
                    if (name.equals(each.name())) {
                        return running.contains(name) || !running.contains(name + ContainerPlan.NEXT);
                    }
                    return names.contains(name) && running.contains(each.name()) && !running.contains(name);
                })
                .toList();
    }

    /** What a container is called once it has taken the place of another one. */
    static String withoutNext(String name) {
        return name.endsWith(ContainerPlan.NEXT)
                ? name.substring(0, name.length() - ContainerPlan.NEXT.length())
                : name;
    }

    /** By name. Those of a swarm's service are known by the service: their own names change with every run. */
    static List<ListedContainer> of(App app, List<ListedContainer> all) {
        List<String> adopted = ContainerPlan.spec(app).adopted();
        return all.stream()
                .filter(each -> adopted == null
                        ? each.label(ContainerPlan.APP_LABEL).equals(app.id())
                        : adopted.contains(each.name()) || adopted.contains(each.label(SWARM_SERVICE)))
                .sorted(Comparator.comparing(ListedContainer::name))
                .toList();
    }
}
