package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.mail.dns.DnsType;

/**
 * A record that this console made, and may therefore change and remove.
 *
 * @param name in the form of {@link dev.wheelhouse.core.mail.dns.DnsQuestion#name}
 * @param text as {@link ZoneValue#text}
 */
public record Published(String name, DnsType type, String text) {}
