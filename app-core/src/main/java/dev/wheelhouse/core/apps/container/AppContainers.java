package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.apps.container.engine.ListedContainer;
import dev.wheelhouse.core.apps.runtime.App;
import java.util.Comparator;
import java.util.List;

/** Which of a server's containers are an app's. Pure. */
final class AppContainers {

    /** Docker's own labels of what a compose file or a swarm made. */
    static final String COMPOSE_PROJECT = "com.docker.compose.project";

    static final String COMPOSE_SERVICE = "com.docker.compose.service";
    static final String SWARM_SERVICE = "com.docker.swarm.service.name";

    private AppContainers() {}

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
