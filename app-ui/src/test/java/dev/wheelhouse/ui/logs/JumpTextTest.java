package dev.wheelhouse.ui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JumpTextTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource({
        "14:05, 2026-11-21T13:05:00Z",
        "12:59:30, 2026-11-22T11:59:30Z",
        "9:00:00.5, 2026-11-22T08:00:00.500Z",
        "2026-11-21 14:05, 2026-11-21T13:05:00Z",
        "2026-11-21T14:05:06, 2026-11-21T13:05:06Z",
        "2026-11-21, 2026-11-20T23:00:00Z",
        "2026-11-21T14:05:06Z, 2026-11-21T14:05:06Z",
        "2026-11-21 14:05:06+03:00, 2026-11-21T11:05:06Z",
        "15m, 2026-11-22T11:45:00Z",
        "2h ago, 2026-11-22T10:00:00Z",
        "-3d, 2026-11-19T12:00:00Z",
    })
    void readsTimes(String typed, Instant time) {
        assertThat(JumpText.read(typed, NOW, BERLIN)).contains(new JumpText.Moment(time));
    }

    @Test
    void readsLineNumbersFromOneOn() {
        assertThat(JumpText.read("1,200", NOW, BERLIN)).contains(new JumpText.Line(1199));
        assertThat(JumpText.read("#1", NOW, BERLIN)).contains(new JumpText.Line(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "25:00", "2026-13-01", "12:60", "99999999999999999999", "2026-11-21 noon"})
    void refusesWhatIsNeither(String typed) {
        assertThat(JumpText.read(typed, NOW, BERLIN)).isEmpty();
    }
}
