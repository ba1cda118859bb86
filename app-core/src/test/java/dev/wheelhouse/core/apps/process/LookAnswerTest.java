package dev.wheelhouse.core.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.Sight;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LookAnswerTest {

    private static final String MACHINE = """
        uptime 100.50 7.00
        boot b1
        memory 1024
        ticks 100
        page 4096
        processes
        """;

    private static App app(String id) {
        AppSpec spec = new AppSpec.Process(List.of("node"), null, Map.of());
        return new App(id, "org_1", id, "srv_1", spec, RestartPolicy.ALWAYS, Instant.EPOCH, 1);
    }

    private static Sight sight(Map<String, Sight> sights, String id) {
        return Objects.requireNonNull(sights.get(id));
    }

    @Test
    void aDamagedFileOfOneAppHidesNoOther() {
        Map<String, Sight> sights = LookAnswer.read(
                "/base/app_one/run:1 2x b1 1 0 - -\n/base/app_two/run:7 70 b1 1 0 90 3\n" + MACHINE,
                List.of(app("app_one"), app("app_two")));
        assertThat(sight(sights, "app_one").trouble()).contains("run").contains("damaged");
        assertThat(sight(sights, "app_two").trouble()).isNull();
        assertThat(sight(sights, "app_two").instances().getFirst().exitCode()).isEqualTo(3);
    }

    @Test
    void aPauseThatNobodyIsLeftToEndIsNotPending() {
        String run = "/base/app_one/run:7 70 b1 1 0 90 3\n";
        String supervisor = "/base/app_one/supervisor:9 90 b1\n";
        String alive = "9 (sh) S 1 9 9 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 90 0 0\n";
        Map<String, Sight> paused = LookAnswer.read(run + supervisor + MACHINE + alive, List.of(app("app_one")));
        assertThat(sight(paused, "app_one").isUnderWay()).isTrue();
        Map<String, Sight> orphaned = LookAnswer.read(run + supervisor + MACHINE, List.of(app("app_one")));
        assertThat(sight(orphaned, "app_one").isUnderWay()).isFalse();
    }
}
