package dev.wheelhouse.ui.controls.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeTicksTest {

    private static final ZoneId KOLKATA = ZoneId.of("Asia/Kolkata");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static List<String> ticks(String from, Duration span, ZoneId zone, int most) {
        long begin = Instant.parse(from).toEpochMilli();
        return TimeTicks.of(new TimeRange(begin, begin + span.toMillis()), zone, most).stream()
                .map(TimeTicks.Tick::text)
                .toList();
    }

    @Test
    void tellsRoundTimesOfTheZoneAndTheDayAtMidnight() {
        assertThat(ticks("2026-01-02T17:45:10Z", Duration.ofHours(3), KOLKATA, 4))
                .containsExactly("3 Jan", "01:00", "02:00");
        assertThat(ticks("2026-01-02T10:00:00Z", Duration.ofMinutes(15), ZoneId.of("UTC"), 4))
                .containsExactly("10:00", "10:05", "10:10");
        assertThat(ticks("2026-01-02T10:00:03Z", Duration.ofSeconds(20), ZoneId.of("UTC"), 5))
                .containsExactly("10:00:05", "10:00:10", "10:00:15", "10:00:20");
    }

    @Test
    void skipsTheHourThatAClockLeavesOutAndDoesNotRepeatTheOneItRepeats() {
        assertThat(ticks("2026-03-28T23:30:00Z", Duration.ofHours(4), BERLIN, 5))
                .containsExactly("01:00", "03:00", "04:00", "05:00");
        assertThat(ticks("2026-10-24T22:30:00Z", Duration.ofHours(4), BERLIN, 5))
                .containsExactly("01:00", "02:00", "03:00");
    }

    @Test
    void countsDaysAcrossAChangeOfTheClocks() {
        assertThat(ticks("2026-03-27T12:00:00Z", Duration.ofDays(4), BERLIN, 4))
                .containsExactly("28 Mar", "29 Mar", "30 Mar", "31 Mar");
    }

    @Test
    void tellsMondaysMonthsAndYears() {
        assertThat(ticks("2026-01-01T00:00:00Z", Duration.ofDays(30), BERLIN, 6))
                .containsExactly("5 Jan", "12 Jan", "19 Jan", "26 Jan");
        assertThat(ticks("2025-11-15T00:00:00Z", Duration.ofDays(365), BERLIN, 5))
                .containsExactly("2026", "Apr", "Jul", "Oct");
        assertThat(ticks("2020-02-01T00:00:00Z", Duration.ofDays(2_000), BERLIN, 3))
                .containsExactly("2022", "2024");
    }

    @Test
    void keepsToTheNumberThereIsRoomFor() {
        long begin = Instant.parse("2026-01-02T03:04:05Z").toEpochMilli();
        for (long minutes : new long[] {15, 60, 360, 720, 1_440, 10_080, 43_200, 129_600, 525_600}) {
            TimeRange range = new TimeRange(begin, begin + minutes * 60_000);
            for (int most = 1; most < 20; most++) {
                assertThat(TimeTicks.of(range, BERLIN, most))
                        .as(minutes + " minutes, " + most)
                        .hasSizeLessThanOrEqualTo(most + 1);
            }
        }
    }
}
