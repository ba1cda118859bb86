package dev.wheelhouse.ui.apps.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.Crash;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AppLabelsTest {

    private static final Instant NOW = Instant.parse("2026-03-04T15:00:00Z");
    private static final App APP = new App(
            "app_1",
            "org_1",
            "worker",
            "srv_1",
            new AppSpec.Process(List.of("worker"), null, Map.of()),
            RestartPolicy.ALWAYS,
            Instant.EPOCH,
            1);

    @Test
    void callsNothingHealthyThatCrashesAgainAndAgain() {
        Instance runs = new Instance("7", "worker", true, 7L, NOW.minusSeconds(12), null, null, 23, "", null);
        AppStatus status = new AppStatus(
                true,
                AppStatus.State.RESTARTING,
                null,
                null,
                null,
                null,
                null,
                List.of(runs),
                23,
                "",
                new Crash(NOW.minusSeconds(13), 1, "", List.of("out of cheese")),
                NOW);
        AppLine line = AppLine.of(APP, status, "db-1", null, NOW);

        assertThat(AppLabels.state(line)).isEqualTo("Restarting");
        assertThat(AppLabels.more(line, NOW)).isEqualTo("restarted 12 s ago, 23 times so far");
        assertThat(line.isTroubled()).isTrue();
        assertThat(line.canStop()).isTrue();
        assertThat(line.canStart()).isFalse();
    }

    @Test
    void whatNobodyCouldSeeMayBeStoppedOrStarted() {
        AppStatus status = new AppStatus(
                false, AppStatus.State.UNKNOWN, null, null, null, null, null, List.of(), 0, "", null, NOW);
        AppLine line = AppLine.of(APP, status, "db-1", null, NOW);
        assertThat(line.canStop()).isTrue();
        assertThat(line.canStart()).isTrue();
    }
}
