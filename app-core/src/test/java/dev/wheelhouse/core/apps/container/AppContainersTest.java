package dev.wheelhouse.core.apps.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.container.engine.ListedContainer;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AppContainersTest {

    private static List<String> serving(int replicas, ListedContainer... all) {
        AppSpec.Container spec =
                new AppSpec.Container("a", List.of(), List.of(), Map.of(), List.of(), null, null, replicas, null);
        App app = new App("app_1", "org_1", "shop", "srv_1", spec, RestartPolicy.NEVER, Instant.EPOCH, 1);
        return AppContainers.serving(app, List.of(all)).stream()
                .map(ListedContainer::name)
                .toList();
    }

    private static ListedContainer container(String name, String state) {
        return new ListedContainer(name, name, "a", Map.of(ContainerPlan.APP_LABEL, "app_1"), state, "", List.of());
    }

    @Test
    void isTheOldContainerWhileBothRun() {
        assertThat(serving(1, container("shop", "running"), container("shop.NEXT", "running")))
                .containsExactly("shop");
        assertThat(serving(1, container("shop", "running"), container("shop.NEXT", "created")))
                .containsExactly("shop");
    }

    @Test
    void isTheNewContainerOnceTheOldOneIsStopped() {
        assertThat(serving(1, container("shop", "exited"), container("shop.NEXT", "running")))
                .containsExactly("shop.NEXT");
        assertThat(serving(1, container("shop", "exited"), container("shop.NEXT", "exited")))
                .containsExactly("shop");
    }

    @Test
    void isOneOfEachName() {
        assertThat(serving(
                        2,
                        container("shop-1", "running"),
                        container("shop-1.NEXT", "running"),
                        container("shop-2", "exited"),
                        container("shop-2.NEXT", "running")))
                .containsExactly("shop-1", "shop-2.NEXT");
    }

    @Test
    void isNoContainerOfACommand() {
        assertThat(serving(1, container("shop.once.NEXT", "running"))).isEmpty();
    }
}
