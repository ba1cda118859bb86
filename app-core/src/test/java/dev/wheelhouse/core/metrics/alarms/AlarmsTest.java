package dev.wheelhouse.core.metrics.alarms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.settings.Thresholds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AlarmsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Metric HOME = Metric.find("disk:/home").orElseThrow();

    private final List<String> told = new ArrayList<>();
    private final Set<String> highBefore = new HashSet<>();
    private Thresholds thresholds = Thresholds.DEFAULTS;
    private final Alarms alarms = new Alarms(_ -> thresholds, new AlarmLog() {
        @Override
        public Set<String> high(String serverId) {
            return highBefore;
        }

        @Override
        public void tell(String serverId, EventKind eventKind, Map<String, Object> data) {
            if (stateIsAway) {
                throw new AppException(PlatformError.STORE_UNAVAILABLE, "The state cannot be written.");
            }
            told.add(eventKind.wireName() + " " + data.get("metric") + " " + data.get("state") + " "
                    + data.get("percent"));
        }
    });
    private boolean stateIsAway;
    private long now = Long.MAX_VALUE - 100 * SECOND;

    private void measure(int seconds, Sample... samples) {
        now += seconds * SECOND;
        alarms.measured(new LiveReading("srv_1", 0, List.of(samples)), now);
    }

    private static Sample disk(Metric metric, long percent) {
        return new Sample(metric, percent * 10, 1000L);
    }

    @Test
    void aDiskIsToldAtOnceAndAgainOnlyAfterItWasWell() {
        measure(0, disk(Metric.DISK, 89));
        measure(10, disk(Metric.DISK, 90), disk(HOME, 99));
        measure(10, disk(Metric.DISK, 86), disk(HOME, 99));
        measure(10, disk(Metric.DISK, 91));
        assertThat(told).containsExactly("server.disk_high disk high 90", "server.disk_high disk:/home high 99");
        measure(10, disk(Metric.DISK, 84));
        measure(10, disk(Metric.DISK, 90));
        assertThat(told.subList(2, 4))
                .containsExactly("server.disk_high disk normal 84", "server.disk_high disk high 90");
    }

    @Test
    void processorsAndMemoryCountAfterFiveMinutesWithoutADip() {
        for (int i = 0; i < 29; i++) {
            measure(10, Sample.of(Metric.CPU, i % 2 == 0 ? 100 : 91));
        }
        measure(10, Sample.of(Metric.CPU, 89));
        for (int i = 0; i < 30; i++) {
            measure(10, Sample.of(Metric.CPU, 95));
        }
        assertThat(told).isEmpty();
        measure(10, Sample.of(Metric.CPU, 95));
        assertThat(told).containsExactly("server.cpu_high cpu high 95");
        measure(10, Sample.of(Metric.CPU, 90));
        measure(10, Sample.of(Metric.CPU, 89));
        assertThat(told).hasSize(2).last().isEqualTo("server.cpu_high cpu normal 89");
    }

    /** Of 89.1 it makes 90. */
    @Test
    void theShareOfADiskIsRoundedAsDfDoes() {
        measure(0, new Sample(Metric.DISK, 891, 1000L));
        assertThat(told).containsExactly("server.disk_high disk high 90");
    }

    @Test
    void whatCannotBeToldIsToldLater() {
        stateIsAway = true;
        assertThatThrownBy(() -> measure(0, disk(Metric.DISK, 95))).isInstanceOf(AppException.class);
        stateIsAway = false;
        measure(10, disk(Metric.DISK, 96));
        assertThat(told).containsExactly("server.disk_high disk high 96");
        stateIsAway = true;
        assertThatThrownBy(() -> measure(10, disk(Metric.DISK, 50))).isInstanceOf(AppException.class);
        stateIsAway = false;
        measure(10, disk(Metric.DISK, 51));
        measure(10, disk(Metric.DISK, 51));
        assertThat(told).hasSize(2).last().isEqualTo("server.disk_high disk normal 51");
    }

    @Test
    void aGapStartsTheTimeAnew() {
        measure(0, disk(Metric.MEMORY, 99));
        measure(299, disk(Metric.MEMORY, 99));
        measure(10, disk(Metric.MEMORY, 99));
        assertThat(told).isEmpty();
    }

    @Test
    void whatWasHighBeforeARestartIsNotToldAgain() {
        highBefore.add("disk");
        measure(0, disk(Metric.DISK, 95));
        assertThat(told).isEmpty();
        measure(10, disk(Metric.DISK, 10));
        assertThat(told).containsExactly("server.disk_high disk normal 10");
    }

    @Test
    void aChangedThresholdHoldsForTheNextReading() {
        measure(0, disk(Metric.DISK, 85));
        thresholds = new Thresholds(80, 95, 95, 300);
        measure(10, disk(Metric.DISK, 85));
        thresholds = new Thresholds(95, 95, 95, 300);
        measure(10, disk(Metric.DISK, 85));
        assertThat(told).containsExactly("server.disk_high disk high 85", "server.disk_high disk normal 85");
    }

    @Test
    void whatHasNoLimitIsNeverHigh() {
        measure(0, new Sample(Metric.DISK, 5, null), new Sample(HOME, 5, 0L), Sample.of(Metric.LOAD1, 100_000));
        assertThat(told).isEmpty();
    }
}
