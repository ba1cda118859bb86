package dev.wheelhouse.core.apps.container.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogPlacesTest {

    private static final String ID = "71bab8146bb74ef4ca3a1abb5134699207765cc2f4a2b9d9dcb27625e9b350e1";
    private static final Instant START = Instant.parse("2026-11-22T02:10:03Z");

    private static LogLine line(Instant time, String text) {
        return new LogLine(time, LogStream.STDOUT, null, text);
    }

    private static LogPosition after(List<LogLine> log, int count) {
        LogPlaces places = new LogPlaces(ID);
        log.subList(0, count).forEach(places::isKnown);
        return places.position();
    }

    /** What an engine sends from a time on, and what of it is new. */
    private static List<String> readOn(List<LogLine> log, LogPosition position) {
        LogPlace place = LogPlace.parse(position);
        LogPlaces places = LogPlaces.after(ID, place);
        return log.stream()
                .filter(each -> Objects.requireNonNull(each.time()).getEpochSecond() >= place.since())
                .filter(each -> !places.isKnown(each))
                .map(LogLine::text)
                .toList();
    }

    private static List<String> rest(List<LogLine> log, int count) {
        return log.subList(count, log.size()).stream().map(LogLine::text).toList();
    }

    /** Times to the second or the nanosecond, bursts, pauses, and lines a little out of order. */
    @Test
    void readsOnWithoutLossOrDoublesFromEveryPlaceOfAnyLog() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            boolean wholeSeconds = random.nextBoolean();
            List<LogLine> log = new ArrayList<>();
            Instant now = START;
            for (int i = 0; i < 200; i++) {
                now = now.plusNanos(
                        random.nextInt(10) == 0 ? random.nextLong(4_000_000_000L) : random.nextInt(9) * 1000L);
                Instant told = now.minusNanos(random.nextInt(4) == 0 ? random.nextInt(900_000_000) : 0);
                log.add(line(wholeSeconds ? Instant.ofEpochSecond(now.getEpochSecond()) : told, "line " + i));
            }
            for (int count = 1; count <= log.size(); count++) {
                assertThat(readOn(log, after(log, count)))
                        .as("seed %d after %d", seed, count)
                        .isEqualTo(rest(log, count));
            }
        }
    }

    @Test
    void losesNothingWhenWhatItCountedWasRotatedAway() {
        List<LogLine> log = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            log.add(line(START, "old " + i));
        }
        LogPosition position = after(log, 10);
        List<LogLine> rotated = List.of(line(START.plusSeconds(5), "new 1"), line(START.plusSeconds(6), "new 2"));

        assertThat(readOn(rotated, position)).containsExactly("new 1", "new 2");
    }

    @Test
    void readsAnotherContainersLogFromItsStart() {
        LogPlace place = LogPlace.parse(after(List.of(line(START, "a")), 1));
        LogPlaces places = LogPlaces.after("ffff00000000", place);

        assertThat(places.isKnown(line(START, "b"))).isFalse();
    }

    @Test
    void knowsItsOwnPlacesOnly() {
        LogPlace place = LogPlace.of(ID, START.plusNanos(7), 12);

        assertThat(LogPlace.parse(place.toPosition())).isEqualTo(place);
        assertThat(place.toPosition().text()).isEqualTo("71bab8146bb7:1795313403.000000007:12");
        AppException refusal =
                catchThrowableOfType(AppException.class, () -> LogPlace.parse(new LogPosition("s=1;i=2")));
        assertThat(refusal.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
    }
}
