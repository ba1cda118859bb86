package dev.wheelhouse.core.logs.follow;

import java.time.Duration;

/**
 * How long to wait before a cut link is tried again: each time twice as long.
 *
 * @param first after the first failure; positive
 * @param longest no wait is longer
 */
public record Backoff(Duration first, Duration longest) {

    public static final Backoff STANDARD = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

    /** @param failures in a row, from 1 */
    public Duration after(int failures) {
        Duration wait = first.multipliedBy(1L << Math.min(20, failures - 1));
        return wait.compareTo(longest) < 0 ? wait : longest;
    }
}
