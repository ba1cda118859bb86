package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What becomes of one record set, and what it has to be for that.
 *
 * @param name in the form of {@link DnsQuestion#name}
 * @param ttl seconds: that of the set which exists, or of the new one
 * @param before as previewed; empty for a set that must not exist
 * @param after empty for a set that is removed
 */
public record SetChange(String name, DnsType type, long ttl, List<ZoneValue> before, List<ZoneValue> after) {

    public SetChange {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** What takes it back, under the condition that the set is still as this change made it. */
    public SetChange inverse() {
        return new SetChange(name, type, ttl, after, before);
    }

    public DnsQuestion question() {
        return new DnsQuestion(name, type);
    }

    public List<ZoneValue> removed() {
        return without(before, after);
    }

    public List<ZoneValue> added() {
        return without(after, before);
    }

    /** Whether a zone has the set as it has to be before, whatever the order of its values. */
    public boolean isBefore(ZoneSnapshot zone) {
        return same(before, zone.values(name, type));
    }

    /** Whether a zone has the set as this change makes it. */
    public boolean isAfter(ZoneSnapshot zone) {
        return same(after, zone.values(name, type));
    }

    private static boolean same(List<ZoneValue> some, List<ZoneValue> others) {
        return texts(some).equals(texts(others));
    }

    private static Set<String> texts(List<ZoneValue> values) {
        return values.stream().map(ZoneValue::text).collect(Collectors.toSet());
    }

    private static List<ZoneValue> without(List<ZoneValue> values, List<ZoneValue> others) {
        Set<ZoneValue> left = new HashSet<>(others);
        return values.stream().filter(each -> !left.contains(each)).toList();
    }
}
