package dev.wheelhouse.core.platform.mail;

import java.time.Instant;

/**
 * A mail in plain text to one person.
 *
 * @param id what it is known by: letters, digits and underscores; the same in each try to send it
 * @param to a mail address
 * @param subject one line
 * @param text lines that end in {@code \n}
 * @param at when it was written
 */
public record Mail(String id, String to, String subject, String text, Instant at) {}
