package dev.wheelhouse.core.platform.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FailureStreakTest {

    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void isOverAfterFiveDaysOfFailures() {
        FailureStreak streak = FailureStreak.NONE;
        for (int hours = 0; hours < 120; hours += 10) {
            streak = streak.failed(START.plus(Duration.ofHours(hours)));
            assertThat(streak.isOver()).as(hours + " h").isFalse();
        }
        assertThat(streak.failed(START.plus(Duration.ofHours(119))).isOver()).isFalse();
        assertThat(streak.failed(START.plus(Duration.ofDays(5))).isOver()).isTrue();
    }

    @Test
    void aSleepOrAJumpOfTheClockCountsForHalfADay() {
        FailureStreak streak = FailureStreak.NONE.failed(START).failed(START.plus(Duration.ofDays(400)));
        assertThat(streak.counted()).isEqualTo(Duration.ofHours(12));
        assertThat(streak.isOver()).isFalse();
    }

    @Test
    void aClockThatWasSetBackTakesNothingBack() {
        FailureStreak hour = FailureStreak.NONE.failed(START).failed(START.plus(Duration.ofHours(1)));
        FailureStreak back = hour.failed(START.minus(Duration.ofDays(30)));
        assertThat(back.counted()).isEqualTo(Duration.ofHours(1));
        assertThat(back.failed(START.minus(Duration.ofDays(30)).plus(Duration.ofHours(2)))
                        .counted())
                .isEqualTo(Duration.ofHours(3));
    }

    @Test
    void oneFailureIsNoTime() {
        assertThat(FailureStreak.NONE.failed(START).counted()).isZero();
    }
}
