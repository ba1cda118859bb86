package dev.wheelhouse.core.logs.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.testing.Property;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CriLinesTest {

    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00.123456789Z");

    @Test
    void readsWhatKubeletWrites() {
        assertThat(CriLines.parse("2016-10-06T00:17:09.669794202Z stdout F log content 1"))
                .contains(new CriLine(
                        Instant.parse("2016-10-06T00:17:09.669794202Z"),
                        LogStream.STDOUT,
                        false,
                        null,
                        "log content 1"));
    }

    @Test
    void readsPodmansOffset() {
        assertThat(CriLines.parse("2026-11-22T13:00:00.123456789+01:00 stderr P half"))
                .contains(new CriLine(NOON, LogStream.STDERR, true, null, "half"));
    }

    @Test
    void keepsBlanksAtBothEndsOfTheText() {
        assertThat(CriLines.parse("- stdout F   two before and one after "))
                .contains(new CriLine(null, LogStream.STDOUT, false, null, "  two before and one after "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "hello",
                "2026-11-22T12:00:00Z",
                "2026-11-22T12:00:00Z stdout",
                "2026-11-22T12:00:00Z stdin F x",
                "2026-11-22T12:00:00Z stdout X x",
                "2026-11-22T12:00:00Z stdout FF x",
                "2026-99-22T12:00:00Z stdout F x",
                "yesterday stdout F x"
            })
    void takesNothingElseForALine(String line) {
        assertThat(CriLines.parse(line)).isEmpty();
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Property.holds(500, random -> {
            LogLine line = anyLine(random);
            String written = CriLines.format(line);
            assertThat(written).endsWith("\n");
            assertThat(CriLines.parse(written.substring(0, written.length() - 1))
                            .orElseThrow()
                            .toLine())
                    .isEqualTo(line);
        });
    }

    private static LogLine anyLine(Random random) {
        Instant time = random.nextInt(5) == 0
                ? null
                : Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000));
        LogStream stream = random.nextBoolean() ? LogStream.STDOUT : LogStream.STDERR;
        return new LogLine(time, stream, random.nextBoolean() ? null : anyText(random, 1), anyText(random, 0));
    }

    private static String anyText(Random random, int atLeast) {
        String signs = "ab :%+é\u001b[\uD83D\uDE00 \t/-";
        int length = atLeast + random.nextInt(30);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.appendCodePoint(signs.codePointAt(signs.offsetByCodePoints(0, random.nextInt(12))));
        }
        return text.toString();
    }

    @Test
    void writesATextWithLineBreaksAsSoManyLines() {
        assertThat(CriLines.format(new LogLine(NOON, LogStream.STDERR, "api 1", "a\n\nb")))
                .isEqualTo("""
                    2026-11-22T12:00:00.123456789Z stderr F:api%201 a
                    2026-11-22T12:00:00.123456789Z stderr F:api%201\s
                    2026-11-22T12:00:00.123456789Z stderr F:api%201 b
                    """);
    }

    @Test
    void joinsPartsOfTwoStreamsThatMix() {
        CriJoiner joiner = new CriJoiner();
        List<LogLine> lines = new ArrayList<>();
        for (String each : List.of(
                "2026-11-22T12:00:00.123456789Z stdout P one ",
                "2026-11-22T12:00:01Z stderr P two ",
                "2026-11-22T12:00:02Z stdout F first",
                "2026-11-22T12:00:03Z stdout F alone",
                "2026-11-22T12:00:04Z stderr F second")) {
            joiner.add(each).ifPresent(lines::add);
        }
        assertThat(lines)
                .containsExactly(
                        new LogLine(NOON, LogStream.STDOUT, null, "one first"),
                        new LogLine(Instant.parse("2026-11-22T12:00:03Z"), LogStream.STDOUT, null, "alone"),
                        new LogLine(Instant.parse("2026-11-22T12:00:01Z"), LogStream.STDERR, null, "two second"));
        assertThat(joiner.isWithinLine()).isFalse();
    }

    @Test
    void givesALineThatNeverEndsOutInPieces() {
        CriJoiner joiner = new CriJoiner();
        String part = "2026-11-22T12:00:00Z stdout P " + "x".repeat(100_000);
        long given = 0;
        for (int i = 0; i < 35; i++) {
            given += joiner.add(part).map(line -> line.text().length()).orElse(0);
        }
        assertThat(given).isEqualTo(3_000_000);
    }
}
