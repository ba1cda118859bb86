package dev.wheelhouse.core.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestartBackoffTest {

    private long now = -5_000_000_000L;

    private void pass(Duration time) {
        now += time.toNanos();
    }

    /** How long it waited until it was due. */
    private long secondsUntilDue(RestartBackoff backoff) {
        for (int second = 0; second < 1000; second++) {
            if (backoff.isDue(now)) {
                return second;
            }
            assertThat(backoff.remaining(now)).isPositive();
            pass(Duration.ofSeconds(1));
        }
        throw new AssertionError("never due");
    }

    @Test
    void waitsTwiceAsLongEachTimeUpToFiveMinutes() {
        RestartBackoff backoff = new RestartBackoff();
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            waits.add(secondsUntilDue(backoff));
            backoff.ran(now);
            pass(Duration.ofSeconds(9));
            backoff.ran(now);
        }
        assertThat(waits).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L, 300L);
    }

    @Test
    void beginsAnewAfterTenMinutesOfHealthOrWhenAPersonDidSomething() {
        RestartBackoff backoff = new RestartBackoff();
        assertThat(secondsUntilDue(backoff)).isEqualTo(1);
        assertThat(secondsUntilDue(backoff)).isEqualTo(2);
        backoff.ran(now);
        pass(Duration.ofMinutes(10));
        backoff.ran(now);
        assertThat(secondsUntilDue(backoff)).isEqualTo(1);
        assertThat(secondsUntilDue(backoff)).isEqualTo(2);
        backoff.reset();
        assertThat(secondsUntilDue(backoff)).isEqualTo(1);
    }
}
