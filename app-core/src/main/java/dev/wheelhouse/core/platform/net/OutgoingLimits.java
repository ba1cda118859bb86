package dev.wheelhouse.core.platform.net;

import java.time.Duration;

/**
 * How much a request may take.
 *
 * @param connect until one address of the host accepts a connection; the next one is tried then
 * @param total until the answer is there, whole
 * @param largestAnswer bytes of its body
 */
public record OutgoingLimits(Duration connect, Duration total, int largestAnswer) {

    /** 3 s, 10 s and 1 MiB. */
    public static final OutgoingLimits STANDARD =
            new OutgoingLimits(Duration.ofSeconds(3), Duration.ofSeconds(10), 1 << 20);
}
