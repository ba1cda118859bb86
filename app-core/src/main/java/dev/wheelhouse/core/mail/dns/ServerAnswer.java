package dev.wheelhouse.core.mail.dns;

import org.jspecify.annotations.Nullable;

/**
 * What an authoritative server answered.
 *
 * @param server that of the last zone that CNAMEs led to
 * @param serial of that zone on this server (SOA, RFC 1035 section 3.3.13); null when it did not tell
 */
public record ServerAnswer(NameServer server, @Nullable Long serial, DnsAnswer answer) {}
