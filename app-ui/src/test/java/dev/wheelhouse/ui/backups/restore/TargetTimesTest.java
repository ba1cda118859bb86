package dev.wheelhouse.ui.backups.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.plan.RestoreWindow;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTimesTest {

    private final TargetTimes zurich = new TargetTimes(ZoneId.of("Europe/Zurich"));

    @ParameterizedTest
    @CsvSource({
        "2026-11-20 12:00, 2026-11-20T11:00:00Z",
        "2026-11-20 12:00:00.25, 2026-11-20T11:00:00.250Z",
        "2026-11-20T12:00:00Z, 2026-11-20T12:00:00Z",
        "2026-11-20 12:00:00 Z, 2026-11-20T12:00:00Z",
        "2026-11-20 12:00:00.123456+01, 2026-11-20T11:00:00.123456Z",
        "2026-11-20 12:00:00 -0530, 2026-11-20T17:30:00Z",
        "2026-10-25 02:30:00 +02:00, 2026-10-25T00:30:00Z",
        "2026-10-25 02:30:00 +01:00, 2026-10-25T01:30:00Z",
        "2026-7-1 9:05:00, 2026-07-01T07:05:00Z",
    })
    void readsATimeWithOrWithoutAnOffset(String typed, Instant expected) {
        assertThat(zurich.read(typed)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday at noon",
                "2026-11-31 12:00:00",
                "2026-02-29 12:00:00",
                "2026-11-20 24:00:00",
                "2026-11-20 12:60:00",
                "2026-11-20",
                "2026-11-20 12:00:00 +25:00",
            })
    void refusesWhatIsNoTime(String typed) {
        assertThatThrownBy(() -> zurich.read(typed))
                .isInstanceOf(DateTimeException.class)
                .hasMessageStartingWith("Enter a time such as");
    }

    @Test
    void refusesALocalTimeThatComesTwiceOrNever() {
        assertThatThrownBy(() -> zurich.read("2026-10-25 02:30:00"))
                .hasMessageContaining("comes twice")
                .hasMessageContaining("2026-10-25 02:30:00 +02:00 or 2026-10-25 02:30:00 +01:00");
        assertThatThrownBy(() -> zurich.read("2026-03-29 02:30:00")).hasMessageContaining("does not exist");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Zurich", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"})
    void readsBackEveryTimeThatItWrites(String zone) {
        ZoneId id = ZoneId.of(zone);
        TargetTimes times = new TargetTimes(id);
        Random random = new Random(20_261_125);
        Instant from = Instant.parse("2020-01-01T00:00:00Z");
        for (int i = 0; i < 2_000; i++) {
            ZoneOffsetTransition change = id.getRules().nextTransition(from.plusSeconds(random.nextInt(200_000_000)));
            Instant near = change == null ? from : change.getInstant();
            Instant at = near.plus(random.nextLong(-10_800_000_000L, 10_800_000_000L), ChronoUnit.MICROS);
            assertThat(times.read(times.write(at))).as(times.write(at)).isEqualTo(at);
        }
    }

    @Test
    void saysAnOffsetWhereverATimeIsShown() {
        assertThat(zurich.write(Instant.parse("2026-10-25T01:30:00Z"))).isEqualTo("2026-10-25 02:30:00 +01:00");
        assertThat(zurich.write(Instant.parse("2026-11-20T11:00:00Z"))).isEqualTo("2026-11-20 12:00:00");
        assertThat(zurich.words(Instant.parse("2026-10-25T01:30:00Z"))).isEqualTo("25 Oct 2026 02:30:00 +01:00");
    }

    @ParameterizedTest
    @CsvSource({
        // Before the window, within its first second, behind it, in either half of the gap, and anywhere else.
        "2026-11-20T00:00:00Z, 2026-11-20T08:00:01Z",
        "2026-11-20T08:00:00.3Z, 2026-11-20T08:00:01Z",
        "2026-11-20T23:00:00Z, 2026-11-20T20:00:00Z",
        "2026-11-20T10:20:00Z, 2026-11-20T10:00:00Z",
        "2026-11-20T10:40:00Z, 2026-11-20T11:00:01Z",
        "2026-11-20T12:34:56.789Z, 2026-11-20T12:34:56Z",
    })
    void choosesTheNearestRestorableSecond(Instant pointed, Instant expected) {
        RestoreWindow window = new RestoreWindow(
                Instant.parse("2026-11-20T08:00:00.500Z"),
                Instant.parse("2026-11-20T20:00:00.900Z"),
                List.of(new RestoreWindow.Gap(
                        Instant.parse("2026-11-20T10:00:00.200Z"),
                        Instant.parse("2026-11-20T11:00:00.100Z"),
                        "The slot was dropped.")));
        Instant nearest = TargetTimes.nearest(window, pointed);
        assertThat(nearest).isEqualTo(expected);
        assertThat(TargetTimes.isReached(window, nearest)).isTrue();
    }
}
