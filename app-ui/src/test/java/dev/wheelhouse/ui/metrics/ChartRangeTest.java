package dev.wheelhouse.ui.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ChartRangeTest {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-23T09:00:00Z"));
    private final ChartRange range =
            new ChartRange(new FakeWorkbench(new SameThreadBackground()).state(), "test.range", clock);

    private int changesInAMinute() {
        int changes = 0;
        for (int second = 0; second < 60; second++) {
            var before = range.group().visibleProperty().get();
            clock.advance(Duration.ofSeconds(1));
            range.showNow();
            changes += before.equals(range.group().visibleProperty().get()) ? 0 : 1;
        }
        return changes;
    }

    @Test
    void movesOnOnlyAsFarAsCanBeSeen() {
        range.rangeProperty().set(MetricRange.MINUTES_15);
        assertThat(changesInAMinute()).isEqualTo(60);
        range.rangeProperty().set(MetricRange.HOURS_24);
        assertThat(changesInAMinute()).isBetween(2, 3);
    }
}
