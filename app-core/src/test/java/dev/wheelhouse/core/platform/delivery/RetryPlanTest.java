package dev.wheelhouse.core.platform.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryPlanTest {

    @Test
    void waitsAsPlannedGiveOrTakeATenth() {
        List<Duration> plan = List.of(
                Duration.ofSeconds(5),
                Duration.ofMinutes(5),
                Duration.ofMinutes(30),
                Duration.ofHours(2),
                Duration.ofHours(5),
                Duration.ofHours(10),
                Duration.ofHours(10));
        Property.holds(200, random -> {
            for (int failures = 1; failures <= plan.size(); failures++) {
                long planned = plan.get(failures - 1).toMillis();
                assertThat(RetryPlan.waitAfter(failures, null, random)
                                .orElseThrow()
                                .toMillis())
                        .isBetween(planned * 9 / 10, planned * 11 / 10);
            }
            assertThat(RetryPlan.waitAfter(plan.size() + 1, null, random)).isEmpty();
        });
    }

    @Test
    void waitsDifferInTimeSoThatNotAllComeBackAtOnce() {
        Random random = new Random(1);
        assertThat(IntStream.range(0, 50)
                        .mapToObj(_ -> RetryPlan.waitAfter(4, null, random).orElseThrow())
                        .distinct())
                .hasSizeGreaterThan(40);
    }

    @Test
    void waitsAsLongAsTheFarSideAsks() {
        Duration asked = Duration.ofMinutes(7);
        assertThat(RetryPlan.waitAfter(1, asked, new Random(1))).contains(asked);
        assertThat(RetryPlan.waitAfter(4, asked, new Random(1)).orElseThrow())
                .as("no sooner than planned")
                .isGreaterThan(Duration.ofHours(1));
        assertThat(RetryPlan.waitAfter(1, Duration.ofDays(400), new Random(1))).contains(RetryPlan.LONGEST);
        assertThat(RetryPlan.waitAfter(8, asked, new Random(1))).isEmpty();
    }

    @Test
    void spreadsWhatIsOverdueEvenlyAndInItsOrder() {
        List<Duration> spread =
                IntStream.range(0, 60).mapToObj(i -> RetryPlan.spread(i, 60)).toList();
        assertThat(spread.getFirst()).isZero();
        assertThat(spread).isSorted();
        assertThat(spread.getLast()).isEqualTo(Duration.ofMillis(29_500));
        assertThat(RetryPlan.spread(0, 1)).isZero();
    }
}
