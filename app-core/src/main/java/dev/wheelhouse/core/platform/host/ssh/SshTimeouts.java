package dev.wheelhouse.core.platform.host.ssh;

import java.time.Duration;

/**
 * How long the steps of reaching a server may take.
 *
 * @param connect until the port answers
 * @param login from there until the log-in is through
 * @param request for one answer within a session: a channel that opens, a file operation
 * @param keepAlive how long a quiet session waits before it asks whether the server is still there; after three such
 *     questions without an answer it is given up
 * @param firstPause after a failed attempt to connect, before the next one; it doubles each time
 * @param longestPause where the doubling ends
 */
public record SshTimeouts(
        Duration connect,
        Duration login,
        Duration request,
        Duration keepAlive,
        Duration firstPause,
        Duration longestPause) {

    public static final SshTimeouts DEFAULT = new SshTimeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(30));
}
