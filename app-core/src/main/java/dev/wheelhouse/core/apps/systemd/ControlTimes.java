package dev.wheelhouse.core.apps.systemd;

import java.time.Duration;

/**
 * How long a unit is waited for.
 *
 * @param up until it is up
 * @param settled how long a unit must stay up that systemd calls active as soon as its process was made
 * @param ended until it has ended, before it is killed
 * @param killed until it has ended after that
 * @param between two looks
 */
record ControlTimes(Duration up, Duration settled, Duration ended, Duration killed, Duration between) {

    static final ControlTimes STANDARD = new ControlTimes(
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofMillis(200));
}
