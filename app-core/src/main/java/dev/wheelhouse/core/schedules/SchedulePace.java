package dev.wheelhouse.core.schedules;

import java.time.Duration;

/**
 * How often the console looks, and how long it waits.
 *
 * @param look between two looks for what waits
 * @param grace how late a due time still runs; later it is missed
 * @param kill how long a command that was asked to end may take
 * @param atOnce how many runs a console has at once; the others wait
 */
public record SchedulePace(Duration look, Duration grace, Duration kill, int atOnce) {

    public static final SchedulePace STANDARD =
            new SchedulePace(Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(10), 32);
}
