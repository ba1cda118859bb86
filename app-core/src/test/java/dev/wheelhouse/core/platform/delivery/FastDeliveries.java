package dev.wheelhouse.core.platform.delivery;

import java.time.Duration;

/** Deliveries that wait no longer than a test has to. */
public final class FastDeliveries {

    private static final Duration SOON = Duration.ofMillis(10);

    /** What was changed elsewhere is still known as late as it is there: tests of that say so by the clock. */
    public static final DeliveryPace PACE = new DeliveryPace(
            SOON, SOON, Duration.ofMillis(50), SOON, Duration.ofMillis(20), SOON, Duration.ofMillis(100));

    private FastDeliveries() {}
}
