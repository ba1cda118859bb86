package dev.wheelhouse.core.apps;

import static dev.wheelhouse.core.apps.AppSnapshots.using;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CpuMeterTest {

    private static final long SECOND = 1_000_000_000L;

    private final CpuMeter meter = new CpuMeter();

    private static Duration s(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    @Test
    void needsTwoSightsOfTheSameRun() {
        assertThat(meter.next(AppSnapshots.of(s(100), using("a", "1", 0, 50 * SECOND))))
                .isNull();
        assertThat(meter.next(AppSnapshots.of(s(102), using("a", "1", 0, 51 * SECOND))))
                .isEqualTo(50.0);
        assertThat(meter.next(AppSnapshots.of(s(104), using("a", "2", 0, SECOND))))
                .isNull();
        assertThat(meter.next(AppSnapshots.of(s(106), using("a", "2", 0, 7 * SECOND))))
                .isEqualTo(300.0);
    }

    @Test
    void sumsOverCopiesAndLeavesOutNewOnes() {
        meter.next(AppSnapshots.of(s(1), using("a", "1", 0, 0), using("b", "2", 0, 0)));
        assertThat(meter.next(AppSnapshots.of(
                        s(3), using("a", "1", 0, SECOND), using("b", "2", 0, SECOND), using("c", "3", 0, 90 * SECOND))))
                .isEqualTo(100.0);
    }

    @Test
    void isNeverNegativeAndNeverOfAnotherBoot() {
        meter.next(AppSnapshots.of(s(100), using("a", "1", 0, 50 * SECOND)));
        assertThat(meter.next(AppSnapshots.of(s(102), using("a", "1", 0, 40 * SECOND))))
                .isZero();
        assertThat(meter.next(AppSnapshots.of(s(5), using("a", "1", 0, SECOND))))
                .isNull();
    }

    @Test
    void keepsTheLastValueWhenSightsAreTooClose() {
        meter.next(AppSnapshots.of(s(100), using("a", "1", 0, 0)));
        assertThat(meter.next(AppSnapshots.of(s(102), using("a", "1", 0, SECOND))))
                .isEqualTo(50.0);
        assertThat(meter.next(AppSnapshots.of(s(102.1), using("a", "1", 0, 2 * SECOND))))
                .isEqualTo(50.0);
        assertThat(meter.next(AppSnapshots.of(s(104), using("a", "1", 0, 3 * SECOND))))
                .isEqualTo(100.0);
    }
}
