package dev.wheelhouse.core.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PropertyTest {

    private static final long DAY = 20261128;

    @Test
    void aFailureNamesTheSeedThatRepeatsItsCase() {
        List<Integer> tried = new ArrayList<>();
        Property.Rule rule = random -> {
            int value = random.nextInt(1000);
            tried.add(value);
            assertThat(value).isLessThan(900);
        };
        AssertionError failure = failure(() -> Property.check(DAY, null, 1000, rule));
        long seed = Long.parseLong(
                String.valueOf(failure.getMessage()).replaceAll("(?s)With -Dwheelhouse.seed=(\\d+):.*", "$1"));
        int failed = tried.getLast();
        tried.clear();

        assertThatThrownBy(() -> Property.check(DAY + 1, seed, 1000, rule)).hasMessage(failure.getMessage());
        assertThat(tried).containsExactly(failed);
    }

    private static AssertionError failure(Runnable check) {
        try {
            check.run();
        } catch (AssertionError failure) {
            return failure;
        }
        throw new IllegalStateException("nothing failed");
    }

    @Test
    void aDayHasItsOwnCasesAndTheSameEachTime() {
        assertThat(cases(DAY))
                .doesNotHaveDuplicates()
                .isEqualTo(cases(DAY))
                .doesNotContainAnyElementsOf(cases(DAY + 1));
    }

    @Test
    void theFirstNumbersOfTheCasesAreSpread() {
        assertThat(cases(DAY).stream().map(seed -> new Random(seed).nextInt(16)).distinct())
                .hasSize(16);
    }

    private static List<Long> cases(long day) {
        return IntStream.range(0, Property.LANDING)
                .mapToObj(number -> Property.seed(day, number))
                .toList();
    }

    @Test
    void aDayIsEightDigitsInUtc() {
        assertThat(Property.ofDay(Clock.fixed(Instant.parse("2026-11-28T23:59:59Z"), ZoneOffset.ofHours(13))))
                .isEqualTo(DAY);
    }
}
