package dev.wheelhouse.core.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
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

    private static AppSnapshot snapshot(Map<String, AppSnapshot> snapshots, String id) {
        return Objects.requireNonNull(snapshots.get(id));
    }

    @Test
    void aDamagedFileOfOneAppHidesNoOther() {
        Map<String, AppSnapshot> snapshots = LookAnswer.read(
                "/base/app_one/run:1 2x b1 1 0 - -\n/base/app_two/run:7 70 b1 1 0 90 3\n" + MACHINE,
                List.of(app("app_one"), app("app_two")));
        assertThat(snapshot(snapshots, "app_one").trouble()).contains("run").contains("damaged");
        assertThat(snapshot(snapshots, "app_two").trouble()).isNull();
        assertThat(snapshot(snapshots, "app_two").instances().getFirst().exitCode())
                .isEqualTo(3);
    }

    @Test
    void knowsWhenARunBeganAndEndedAsExactlyAsItsServer() {
        Map<String, AppSnapshot> snapshots = LookAnswer.read(
                "/base/app_one/run:1 20 b1 1.250000001 0 1.750000000 3\n/base/app_two/run:7 70 b1 1 0 - -\n" + MACHINE,
                List.of(app("app_one"), app("app_two")));
        assertThat(snapshot(snapshots, "app_one").instances().getFirst().startedAt())
                .isEqualTo(Instant.ofEpochSecond(1, 250_000_001));
        assertThat(snapshot(snapshots, "app_one").instances().getFirst().endedAt())
                .isEqualTo(Instant.ofEpochSecond(1, 750_000_000));
        assertThat(snapshot(snapshots, "app_two").instances().getFirst().startedAt())
                .isEqualTo(Instant.ofEpochSecond(1));
    }

    @Test
    void aPauseThatNobodyIsLeftToEndIsNotPending() {
        String run = "/base/app_one/run:7 70 b1 1 0 90 3\n";
        String supervisor = "/base/app_one/supervisor:9 90 b1\n";
        String alive = "9 (sh) S 1 9 9 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 90 0 0\n";
        Map<String, AppSnapshot> paused = LookAnswer.read(run + supervisor + MACHINE + alive, List.of(app("app_one")));
        assertThat(snapshot(paused, "app_one").isUnderWay()).isTrue();
        Map<String, AppSnapshot> orphaned = LookAnswer.read(run + supervisor + MACHINE, List.of(app("app_one")));
        assertThat(snapshot(orphaned, "app_one").isUnderWay()).isFalse();
    }
}
