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

    private static final int MANY = LongRun.of(60, 200);
    private static final int ENOUGH = LongRun.of(900, 3_000);

    /** Few enough for every build; the whole number takes a minute. */
    @Test
    void aYearOfSomeSchedulesRunsEveryDueTimeOnce(@TempDir Path directory) {
        assertThat(simulate(StateKind.SQLITE, directory, 15)).isPositive();
    }

    @Test
    @Real
    @Timeout(300)
    void aYearOnSqliteRunsEveryDueTimeOnce(@TempDir Path directory) {
        assertThat(simulate(StateKind.SQLITE, directory, MANY)).isGreaterThan(ENOUGH);
    }

    @Test
    @Real
    @Timeout(300)
    void aYearOnPostgresqlRunsEveryDueTimeOnce(@TempDir Path directory) {
        assertThat(simulate(StateKind.POSTGRESQL, directory, MANY)).isGreaterThan(ENOUGH);
    }

    private static int simulate(StateKind kind, Path directory, int schedules) {
        try (OpenState state = OpenState.create(kind, directory)) {
            return new YearSimulation(state, schedules).run();
        }
    }
}
