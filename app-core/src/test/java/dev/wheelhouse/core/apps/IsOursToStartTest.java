package dev.wheelhouse.core.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IsOursToStartTest {

    private static final AppSpec UNIT = new AppSpec.SystemdUnit("backup.service");
    private static final AppSpec PROCESS = new AppSpec.Process(List.of("node"), null, Map.of());

    private static boolean isOurs(AppSpec spec, RestartPolicy policy, Instance instance) {
        App app = new App("app_1", "org_1", "backup", "srv_1", spec, policy, Instant.EPOCH, 1);
        AppSnapshot snapshot = AppSnapshots.of(Duration.ofSeconds(1), instance);
        return AppWatch.isOursToStart(app, snapshot);
    }

    private static Instance pending(int code) {
        return new Instance("1", "backup", false, null, null, null, code, 0, "", null, true);
    }

    @Test
    void aUnitThatEndedWellAndWasForgottenIsStartedAlways() {
        Instance forgotten = AppSnapshots.ended("backup.service", "", 0);
        assertThat(isOurs(UNIT, RestartPolicy.ALWAYS, forgotten)).isTrue();
        assertThat(isOurs(UNIT, RestartPolicy.ON_FAILURE, forgotten)).isFalse();
        assertThat(isOurs(UNIT, RestartPolicy.NEVER, forgotten)).isFalse();
    }

    @Test
    void whatItsRuntimeStartsAgainIsLeftToIt() {
        assertThat(isOurs(UNIT, RestartPolicy.ALWAYS, pending(1))).isFalse();
        assertThat(isOurs(PROCESS, RestartPolicy.ALWAYS, pending(1))).isFalse();
    }

    @Test
    void aProcessWhosePauseNobodyEndsIsStarted() {
        assertThat(isOurs(PROCESS, RestartPolicy.ALWAYS, AppSnapshots.ended("backup", "1", 1)))
                .isTrue();
        assertThat(isOurs(PROCESS, RestartPolicy.ON_FAILURE, AppSnapshots.ended("backup", "1", 1)))
                .isTrue();
        assertThat(isOurs(PROCESS, RestartPolicy.ON_FAILURE, AppSnapshots.ended("backup", "1", 0)))
                .isFalse();
        assertThat(isOurs(PROCESS, RestartPolicy.ON_FAILURE, AppSnapshots.ended("backup", "1", null)))
                .isTrue();
    }
}
