package dev.wheelhouse.core.apps;

import java.time.Duration;

/**
 * How often apps are looked at.
 *
 * @param usual between two looks at a server
 * @param watched the same while somebody looks
 * @param linger how long it stays so after somebody last asked
 * @param healthy how long an app has to run after a crash to count as recovered
 */
public record AppPace(Duration usual, Duration watched, Duration linger, Duration healthy) {

    public static final AppPace STANDARD =
            new AppPace(Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(30));
}
