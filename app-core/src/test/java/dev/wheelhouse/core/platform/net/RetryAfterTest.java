package dev.wheelhouse.core.platform.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private static OutgoingAnswer answer(String header) {
        return new OutgoingAnswer(429, Map.of("retry-after", header), new byte[0]);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            34                              | 34000
            0                               | 0
            0.3004                          | 301
            999999999                       | 86400000
            Fri, 02 Jan 2026 03:05:05 GMT   | 60000
            Fri, 02 Jan 2026 03:00:00 GMT   | 0
            Tue, 02 Jan 2029 03:00:00 GMT   | 86400000
            """)
    void readsSecondsAndDates(String header, long millis) {
        assertThat(RetryAfter.of(answer(header), NOW)).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-5", "1e9", "2026-01-02", "99999999999999999999"})
    void saysNothingOfAnythingElse(String header) {
        assertThat(RetryAfter.of(answer(header), NOW)).isEmpty();
    }

    @Test
    void needsTheHeader() {
        assertThat(RetryAfter.of(new OutgoingAnswer(429, Map.of(), new byte[0]), NOW))
                .isEmpty();
    }
}
