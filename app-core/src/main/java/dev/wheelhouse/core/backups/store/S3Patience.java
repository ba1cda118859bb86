package dev.wheelhouse.core.backups.store;

import java.time.Duration;

/**
 * How long an absent or slow store is waited for.
 *
 * @param silence between two pieces of an answer
 * @param attempt from a request to the beginning of its answer, so that a connection that died while a part was sent is
 *     noticed: 16 MiB in 5 minutes are 55 KiB/s
 * @param attempts how often a request is sent, the last one about 12 s after the first: the waits between double from half
 *     a second on, less up to half of it at random
 */
public record S3Patience(Duration silence, Duration attempt, int attempts) {

    private static final Duration SILENCE = Duration.ofSeconds(60);
    private static final Duration ATTEMPT = Duration.ofMinutes(5);

    /** For work that took hours and must not end with an absence of some seconds. */
    public static final S3Patience OF_WORK = new S3Patience(SILENCE, ATTEMPT, 6);

    /** For somebody who waits for the answer. */
    public static final S3Patience OF_PEOPLE = new S3Patience(SILENCE, ATTEMPT, 3);
}
