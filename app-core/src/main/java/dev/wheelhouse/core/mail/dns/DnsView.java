package dev.wheelhouse.core.mail.dns;

import org.jspecify.annotations.Nullable;

/**
 * The records of the world during one check: what was asked once is not asked again. No method throws for what a server
 * does. Thread-safe; each call may wait for servers.
 */
public interface DnsView {

    /** Asks every authoritative server of the name's zone, without recursion. */
    ZoneAnswers authoritative(DnsQuestion question);

    /** What the world sees: asks the resolver, whose answers may be older by their TTL. */
    DnsAnswer resolved(DnsQuestion question);

    /** The zone that a name lies in, which is the name itself or above it; null when that cannot be found out. */
    @Nullable
    String zone(String name);
}
