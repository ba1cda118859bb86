package dev.wheelhouse.core.platform.mail;

import java.time.Duration;

/**
 * How long the try to send a mail may take.
 *
 * @param connect until the server accepts a connection
 * @param answer until it says something
 * @param total for all of it, look-up of its name and slow reading included
 */
public record MailLimits(Duration connect, Duration answer, Duration total) {

    /** 5 s, 15 s and 30 s. */
    public static final MailLimits STANDARD =
            new MailLimits(Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofSeconds(30));
}
