package dev.wheelhouse.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricRangeTest {

    private static final List<MetricRange> RANGES = List.of(MetricRange.values());

    @ParameterizedTest
    @CsvSource({
        "15m, 10",
        "1h, 10",
        "6h, 60",
        "12h, 120",
        "24h, 300",
        "7d, 1800",
        "30d, 7200",
        "90d, 21600",
        "1y, 86400"
    })
    void eachRangeHasTheStepOfTheContract(String name, long seconds) {
        Window window = MetricRange.find(name)
                .orElseThrow()
                .endingAt(Instant.parse("2026-03-01T12:34:56Z").toEpochMilli());
        assertThat(window.stepMs()).isEqualTo(seconds * 1000);
        assertThat(window.size()).isLessThanOrEqualTo(366);
    }

    @Test
    void bucketsAreMultiplesOfTheStepAndTheLastHoldsNow() {
        Property.holds(300, random -> {
            long now = random.nextLong(4_000_000_000_000L);
            MetricRange range = RANGES.get(random.nextInt(RANGES.size()));
            Window window = range.endingAt(now);
            assertThat(window.from() % window.stepMs()).isZero();
            assertThat(window.startOf(window.size() - 1)).isLessThanOrEqualTo(now);
            assertThat(window.to()).isGreaterThan(now);
            assertThat(window.to() - window.from())
                    .isGreaterThanOrEqualTo(range.length().toMillis());
        });
    }

    @Test
    void aWindowBetweenTwoMomentsHoldsBothOrItsEnd() {
        Property.holds(300, random -> {
            long from = random.nextLong(2_000_000_000_000L);
            long to = from + random.nextLong(300L * 86_400_000);
            Window window = Window.between(from, to, random.nextInt(100_000));
            assertThat(window.from()).isLessThanOrEqualTo(from);
            assertThat(window.to()).isGreaterThan(to);
            assertThat(window.size()).isLessThanOrEqualTo(Window.MOST_POINTS + 1);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "CPU", "disk:", "disk:home", "disk:/a\nb", "cpu ", "load"})
    void refusesNamesThatNoServerCouldHave(String name) {
        assertThat(Metric.find(name)).isEmpty();
    }

    @Test
    void findsWhatItNames() {
        assertThat(Metric.FIXED)
                .allSatisfy(each -> assertThat(Metric.find(each.name())).contains(each));
        assertThat(Metric.ofMount("/")).contains(Metric.DISK);
        assertThat(Metric.find("disk:/")).contains(Metric.DISK);
        assertThat(Metric.find("disk:/srv/daten ä").orElseThrow().mount()).contains("/srv/daten ä");
        assertThat(Arrays.stream(MetricRange.values()).map(MetricRange::wireName))
                .allSatisfy(each -> assertThat(MetricRange.find(each)).isPresent());
        assertThat(MetricRange.find("2h")).isEmpty();
    }
}
