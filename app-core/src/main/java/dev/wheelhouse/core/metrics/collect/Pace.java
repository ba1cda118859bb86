package dev.wheelhouse.core.metrics.collect;

import java.time.Duration;

/**
 * How often a server is asked.
 *
 * @param usual between two readings
 * @param watched the same while somebody looks
 * @param linger how long it stays so after the last one left
 * @param retry the first wait after a failure; it doubles up to a minute
 * @param answer how long an answer may take
 */
public record Pace(Duration usual, Duration watched, Duration linger, Duration retry, Duration answer) {

    public static final Pace STANDARD = new Pace(
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10));
}
