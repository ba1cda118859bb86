package dev.wheelhouse.core.platform.delivery;

import java.time.Duration;

/**
 * How often deliveries are looked after.
 *
 * @param look between two looks for targets and for what is due
 * @param note the longest that an outcome is only in memory
 * @param taken before a target is asked for again that another console works
 * @param retry after a failure of the console's own: its state is away, or its vault locked
 * @param events how long events are waited for at once, and so how long a stop waits: what nobody asked for wakes nothing
 * @param full before what has too many outcomes in memory goes on
 * @param remembered how long a target is taken for what it was, where another console may have changed it
 */
public record DeliveryPace(
        Duration look,
        Duration note,
        Duration taken,
        Duration retry,
        Duration events,
        Duration full,
        Duration remembered) {

    public static final DeliveryPace STANDARD = new DeliveryPace(
            Duration.ofSeconds(1),
            Duration.ofMillis(200),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofMillis(500),
            Duration.ofMillis(50),
            Duration.ofSeconds(1));
}
