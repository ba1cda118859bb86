package dev.wheelhouse.core.apps;

import static dev.wheelhouse.core.apps.AppSnapshots.ended;
import static dev.wheelhouse.core.apps.AppSnapshots.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.AppStatus.State;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatusOfTest {

    private static final AppState WANTED = AppState.NEW.wanting(Wanted.RUNNING);

    private static App app(AppSpec spec, RestartPolicy restart) {
        return new App("app_1", "org_1", "api", "srv_1", spec, restart, Instant.EPOCH, 1);
    }

    private static AppStatus of(RestartPolicy restart, AppState state, Instance instance) {
        App app = app(new AppSpec.Process(List.of("x"), null, Map.of()), restart);
        return StatusOf.seen(app, state, AppSnapshots.of(Duration.ZERO, instance), 3.0, null, Instant.EPOCH);
    }

    private static AppSpec containers(int replicas, @Nullable Long limit) {
        return new AppSpec.Container("nginx", List.of(), List.of(), Map.of(), List.of(), limit, null, replicas, null);
    }

    @Test
    void saysInOneWordHowItIs() {
        AppState stopped = AppState.NEW.wanting(Wanted.STOPPED);
        assertThat(of(RestartPolicy.NEVER, WANTED, running("a", "1", 0)).state())
                .isEqualTo(State.RUNNING);
        assertThat(of(RestartPolicy.NEVER, stopped, running("a", "1", 0)).state())
                .isEqualTo(State.RUNNING);
        assertThat(of(RestartPolicy.NEVER, stopped, ended("a", "1", 137)).state())
                .isEqualTo(State.STOPPED);
        assertThat(of(RestartPolicy.ALWAYS, WANTED, ended("a", "", null)).state())
                .isEqualTo(State.STOPPED);
        assertThat(of(RestartPolicy.NEVER, WANTED, ended("a", "1", 0)).state()).isEqualTo(State.EXITED);
        assertThat(of(RestartPolicy.NEVER, WANTED, ended("a", "1", 1)).state()).isEqualTo(State.CRASHED);
        assertThat(of(RestartPolicy.NEVER, WANTED, ended("a", "1", null)).state())
                .isEqualTo(State.CRASHED);
        assertThat(of(RestartPolicy.ON_FAILURE, WANTED, ended("a", "1", 0)).state())
                .isEqualTo(State.EXITED);
        assertThat(of(RestartPolicy.ON_FAILURE, WANTED, ended("a", "1", 1)).state())
                .isEqualTo(State.RESTARTING);
        assertThat(of(RestartPolicy.ALWAYS, WANTED, ended("a", "1", 0)).state()).isEqualTo(State.RESTARTING);
    }

    /** Its engine was told by whoever made it, and says itself when it waits. */
    @Test
    void promisesNoRestartOfWhatWasAdopted() {
        AppSpec adopted = new AppSpec.Container(
                "nginx", List.of(), List.of(), Map.of(), List.of(), null, null, 1, List.of("box"));
        AppSnapshot ended = AppSnapshots.of(Duration.ZERO, ended("box", "1", 3));
        assertThat(StatusOf.seen(app(adopted, RestartPolicy.ON_FAILURE), WANTED, ended, null, null, Instant.EPOCH)
                        .state())
                .isEqualTo(State.CRASHED);
    }

    @Test
    void tellsNoUseOfWhatDoesNotRun() {
        AppStatus status = of(RestartPolicy.NEVER, WANTED, ended("a", "1", 1));
        assertThat(status.running()).isFalse();
        assertThat(status.cpuPercent()).isNull();
        assertThat(status.memPercent()).isNull();
        assertThat(status.memUsage()).isNull();
    }

    @Test
    void sumsOverCopiesAndTellsWhenSomeAreMissing() {
        AppSnapshot snapshot = AppSnapshots.of(Duration.ZERO, running("b", "2", 0), running("a", "1", 0));
        AppStatus two = StatusOf.seen(
                app(containers(2, null), RestartPolicy.NEVER), WANTED, snapshot, 7.0, null, Instant.EPOCH);
        assertThat(two.state()).isEqualTo(State.RUNNING);
        assertThat(two.instances()).extracting(Instance::name).containsExactly("a", "b");
        assertThat(two.memUsage()).isEqualTo("2MiB / 1GiB");
        assertThat(two.memPercent()).isBetween(0.19, 0.2);
        AppStatus limited = StatusOf.seen(
                app(containers(3, 1L << 30), RestartPolicy.NEVER), WANTED, snapshot, 7.0, null, Instant.EPOCH);
        assertThat(limited.state()).isEqualTo(State.DEGRADED);
        assertThat(limited.memUsage()).isEqualTo("2MiB / 2GiB");
    }

    @Test
    void whatCannotBeLookedAtIsUnknownWithTheReason() {
        App app = app(containers(1, null), RestartPolicy.NEVER);
        AppSnapshot gone = new AppSnapshot(List.of(), 0, "There is no engine.");
        AppStatus status = StatusOf.seen(app, WANTED, gone, null, null, Instant.EPOCH);
        assertThat(status.state()).isEqualTo(State.UNKNOWN);
        assertThat(status.detail()).isEqualTo("There is no engine.");
        assertThat(status.seenAt()).isEqualTo(Instant.EPOCH);
    }
}
