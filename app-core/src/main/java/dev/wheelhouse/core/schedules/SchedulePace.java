package dev.wheelhouse.core.schedules;

import java.time.Duration;

/**
 * How often the console looks, and how long it waits.
 *
 * @param look between two looks for what is due or waits
 * @param heartbeat between two signs of life of a console that runs something
 * @param lost after how long without one a console counts as dead; several heartbeats
 * @param grace how late a due time still runs; later it is missed
 * @param kill how long a command that was asked to end may take
 * @param atOnce how many runs a console has at once; the others wait
 */
public record SchedulePace(
        Duration look, Duration heartbeat, Duration lost, Duration grace, Duration kill, int atOnce) {

    public static final SchedulePace STANDARD = new SchedulePace(
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(40),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            32);

    /** How many looks at another console, one a heartbeat, find the same sign of life before it counts as dead. */
    int looksUntilLost() {
        return Math.toIntExact(Math.max(1, lost.dividedBy(heartbeat)));
    }
}
