package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.dns.DomainNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a zone had when it was read, of the names and types that were asked for.
 *
 * @param zone name of the zone
 * @param sets those that exist; what only a wildcard answers for is not among them
 * @param elsewhere names that seem to lie in the zone, and the zone that they are delegated to or the name that a DNAME
 *     leads to
 */
public record ZoneSnapshot(String zone, List<ZoneSet> sets, Map<String, String> elsewhere) {

    public ZoneSnapshot {
        sets = List.copyOf(sets);
        elsewhere = Map.copyOf(elsewhere);
    }

    public Optional<ZoneSet> find(String name, DnsType type) {
        return sets.stream()
                .filter(each -> each.name().equals(name) && each.type() == type)
                .findFirst();
    }

    /** Empty where there is no such set. */
    public List<ZoneValue> values(String name, DnsType type) {
        return find(name, type).map(ZoneSet::values).orElse(List.of());
    }

    /** Whether a name lies in the zone, by its labels and by what is delegated. */
    public boolean has(String name) {
        return DomainNames.isWithin(name, zone) && !elsewhere.containsKey(name);
    }
}
