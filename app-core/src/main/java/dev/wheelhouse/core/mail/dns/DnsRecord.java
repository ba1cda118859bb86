package dev.wheelhouse.core.mail.dns;

import org.jspecify.annotations.Nullable;

/**
 * One record of an answer.
 *
 * @param name of its owner, in the form of {@link DnsQuestion#name}
 * @param ttl seconds
 * @param priority of MX and SRV; null for others
 * @param value names in the form of {@link DnsQuestion#name}, the root as {@code .}. TXT: its strings joined with nothing
 *     between. MX: the host. SRV: weight, port and target. Others as a zone file has them (RFC 1035 section 5)
 */
public record DnsRecord(
        String name, DnsType type, long ttl, @Nullable Integer priority, String value) {

    /** Priority and value, as people read it. */
    public String text() {
        return priority == null ? value : priority + " " + value;
    }
}
