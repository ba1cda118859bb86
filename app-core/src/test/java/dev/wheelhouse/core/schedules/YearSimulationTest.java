package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class YearSimulationTest {

    private static final int SCHEDULES = LongRun.of(15, 200);
    private static final int ENOUGH = LongRun.of(150, 3_000);

    @Test
    void aYearOnSqliteRunsEveryDueTimeOnce(@TempDir Path directory) {
        assertThat(simulate(StateKind.SQLITE, directory)).isGreaterThan(ENOUGH);
    }

    @Test
    @Real
    @Timeout(300)
    void aYearOnPostgresqlRunsEveryDueTimeOnce(@TempDir Path directory) {
        assertThat(simulate(StateKind.POSTGRESQL, directory)).isGreaterThan(ENOUGH);
    }

    private static int simulate(StateKind kind, Path directory) {
        try (OpenState state = OpenState.create(kind, directory)) {
            return new YearSimulation(state, SCHEDULES).run();
        }
    }
}
