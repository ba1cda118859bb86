package dev.wheelhouse.core.platform.delivery;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** When a delivery that failed is tried again. Pure. */
final class RetryPlan {

    /** From one attempt to the next: eight attempts within some 28 hours. */
    static final List<Duration> WAITS = List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10),
            Duration.ofHours(10));

    /** What is overdue, since nobody was there to try it, goes out within this time. */
    static final Duration SPREAD = Duration.ofSeconds(30);

    /** The longest wait that a far side may ask for. */
    static final Duration LONGEST = Duration.ofHours(10);

    private static final double JITTER = 0.1;

    private RetryPlan() {}

    /**
     * How long to wait after a failure.
     *
     * @param failures how many attempts have failed, from 1
     * @param retryAfter what the far side asked for; null for nothing
     * @param random spreads waits by a tenth to either side
     * @return empty when it was the last attempt
     */
    static Optional<Duration> waitAfter(int failures, @Nullable Duration retryAfter, RandomGenerator random) {
        if (failures > WAITS.size()) {
            return Optional.empty();
        }
        double factor = 1 - JITTER + 2 * JITTER * random.nextDouble();
        Duration planned = Duration.ofMillis(Math.round(WAITS.get(failures - 1).toMillis() * factor));
        if (retryAfter == null || retryAfter.compareTo(planned) <= 0) {
            return Optional.of(planned);
        }
        return Optional.of(atMost(retryAfter));
    }

    /** What a far side asks for, as far as it may. */
    static Duration atMost(Duration retryAfter) {
        return retryAfter.compareTo(LONGEST) > 0 ? LONGEST : retryAfter;
    }

    /** When the {@code i}th of {@code count} overdue deliveries is tried, after now. */
    static Duration spread(int i, int count) {
        return SPREAD.multipliedBy(i).dividedBy(count);
    }
}
