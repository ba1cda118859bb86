package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.mail.dns.DnsType;
import java.util.List;

/**
 * All records of a name and a type.
 *
 * @param name in the form of {@link dev.wheelhouse.core.mail.dns.DnsQuestion#name}
 * @param ttl seconds; where a provider has one a record, that of the first
 * @param values at least one
 */
public record ZoneSet(String name, DnsType type, long ttl, List<ZoneValue> values) {

    public ZoneSet {
        values = List.copyOf(values);
    }
}
