package dev.wheelhouse.core.mail.publish.provider;

import java.time.Duration;

/**
 * How long a name server is waited for.
 *
 * @param connect until it accepts a connection
 * @param answer until one answer is there, whole
 */
public record DnsTimeouts(Duration connect, Duration answer) {

    public static final DnsTimeouts STANDARD = new DnsTimeouts(Duration.ofSeconds(3), Duration.ofSeconds(5));
}
