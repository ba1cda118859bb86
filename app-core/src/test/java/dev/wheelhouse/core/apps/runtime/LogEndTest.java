package dev.wheelhouse.core.apps.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogEndTest {

    private static LogLine line(@Nullable String time, String text) {
        return new LogLine(time == null ? null : Instant.parse(time), LogStream.STDOUT, null, text);
    }

    /** As text, half a second would stand before none. */
    @ParameterizedTest
    @CsvSource({
        "2025-11-29T12:06:29Z, 2025-11-29T12:32:29.5Z, false",
        "2025-11-29T12:32:28.999999Z, 2025-11-29T12:32:29.5Z, false",
        "2025-11-29T12:32:29Z, 2025-11-29T12:32:29.5Z, true",
        "2025-11-29T12:32:29.5Z, 2025-11-29T12:32:29Z, true",
        "2025-11-29T12:32:29.500001Z, 2025-11-29T12:32:29.5Z, true",
        "2025-11-29T12:06:29Z, , true",
        ", 2025-11-29T12:32:29.5Z, true"
    })
    void aLineIsOfTheRunSinceTheSecondInWhichItBegan(@Nullable String time, @Nullable Instant began, boolean isSince) {
        assertThat(LogEnd.isSince(line(time, "x"), began)).isEqualTo(isSince);
    }

    @Test
    void theEndHasNoLinesOfEarlierRunsAndNoEmptyOnesAtItsEnd() {
        LogSource log = new Lines(List.of(
                line("2025-11-29T12:06:29Z", "of the run before"),
                line("2025-11-29T12:32:29.1Z", "the port is taken"),
                line("2025-11-29T12:32:29.2Z", ""),
                line("2025-11-29T12:32:29.3Z", "x".repeat(600)),
                line("2025-11-29T12:32:29.4Z", " ")));
        assertThat(LogEnd.of(log, 20, Instant.parse("2025-11-29T12:32:29Z")))
                .containsExactly("the port is taken", "", "x".repeat(500) + "…");
        assertThat(LogEnd.of(log, 20, null)).startsWith("of the run before");
    }

    private record Lines(List<LogLine> lines) implements LogSource {

        @Override
        public String name() {
            return "shop";
        }

        @Override
        public LogPage tail(int count, long mostBytes) {
            List<PlacedLine> placed = lines.stream()
                    .map(each -> new PlacedLine(each, new LogPosition("1")))
                    .toList();
            return new LogPage(placed, null, false);
        }

        @Override
        public LogPage search(LogSearch search) {
            throw new UnsupportedOperationException();
        }

        @Override
        public LogFollowing follow(@Nullable LogPosition after) {
            throw new UnsupportedOperationException();
        }
    }
}
