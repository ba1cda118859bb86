package dev.wheelhouse.core.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Master;
import org.xbill.DNS.Name;
import org.xbill.DNS.NameTooLongException;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;

/** Zones that a name server serves, which a test may change at any time. Thread-safe. */
final class TestZones {

    private static final int TTL = 300;

    private final Map<Name, Zone> zones = new TreeMap<>();

    /** What a zone says of a name. */
    sealed interface Said {
        record Found(List<Record> records) implements Said {}

        record Alias(CNAMERecord cname) implements Said {}

        record Referral(List<Record> servers) implements Said {}

        record NoData() implements Said {}

        record NoName() implements Said {}
    }

    /** One of them: its records by owner, and how it answers (RFC 1034 section 4.3.2, RFC 4592). */
    final class Zone {

        private final Name origin;
        private final Map<Name, List<Record>> records = new TreeMap<>();

        private Zone(Name origin) {
            this.origin = origin;
        }

        Name origin() {
            return origin;
        }

        Record soa() {
            synchronized (TestZones.this) {
                return of(at(origin), Type.SOA).getFirst();
            }
        }

        Said find(Name name, int type) {
            synchronized (TestZones.this) {
                for (int labels = origin.labels() + 1; labels <= name.labels(); labels++) {
                    List<Record> servers = of(at(new Name(name, name.labels() - labels)), Type.NS);
                    if (!servers.isEmpty()) {
                        return new Said.Referral(servers);
                    }
                }
                if (exists(name)) {
                    return of(name, at(name), type);
                }
                Name encloser = new Name(name, 1);
                while (!exists(encloser)) {
                    encloser = new Name(encloser, 1);
                }
                List<Record> wild = at(wildcard(encloser));
                return wild.isEmpty() ? new Said.NoName() : of(name, wild, type);
            }
        }

        private Said of(Name name, List<Record> node, int type) {
            List<Record> found = of(node, type);
            if (!found.isEmpty()) {
                return new Said.Found(
                        found.stream().map(each -> renamed(each, name)).toList());
            }
            List<Record> cname = of(node, Type.CNAME);
            return cname.isEmpty() ? new Said.NoData() : new Said.Alias((CNAMERecord) renamed(cname.getFirst(), name));
        }

        /** Also a name that has no record, but one below it. */
        private boolean exists(Name name) {
            return name.equals(origin) || records.keySet().stream().anyMatch(each -> each.subdomain(name));
        }

        private List<Record> at(Name name) {
            return records.getOrDefault(name, List.of());
        }

        private static List<Record> of(List<Record> node, int type) {
            return node.stream().filter(each -> each.getType() == type).toList();
        }

        private void add(Record record) {
            records.computeIfAbsent(record.getName(), _ -> new ArrayList<>()).add(record);
        }
    }

    /** @param text as a zone file; without a SOA it gets one with the serial 1 */
    synchronized void put(String origin, String text) {
        Zone zone = new Zone(name(origin));
        parse(zone.origin, text).forEach(zone::add);
        if (Zone.of(zone.at(zone.origin), Type.SOA).isEmpty()) {
            zone.add(soa(zone.origin, 1));
        }
        zones.put(zone.origin, zone);
    }

    synchronized void remove(String origin) {
        zones.remove(name(origin));
    }

    synchronized void add(String origin, String lines) {
        Zone zone = get(origin);
        parse(zone.origin, lines).forEach(zone::add);
    }

    synchronized void remove(String origin, String name, String type) {
        Zone zone = get(origin);
        List<Record> left = new ArrayList<>(zone.at(name(name)));
        left.removeIf(each -> each.getType() == Type.value(type));
        if (left.isEmpty()) {
            zone.records.remove(name(name));
        } else {
            zone.records.put(name(name), left);
        }
    }

    synchronized void serial(String origin, long serial) {
        Zone zone = get(origin);
        remove(origin, origin, "SOA");
        zone.add(soa(zone.origin, serial));
    }

    /** The zone that a name lies in. */
    synchronized Optional<Zone> around(Name name) {
        return zones.values().stream()
                .filter(each -> name.subdomain(each.origin))
                .max(Comparator.comparingInt(each -> each.origin.labels()));
    }

    private Zone get(String origin) {
        Zone zone = zones.get(name(origin));
        if (zone == null) {
            throw new IllegalArgumentException("There is no zone " + origin);
        }
        return zone;
    }

    private static List<Record> parse(Name origin, String text) {
        try (Master master =
                new Master(new ByteArrayInputStream((text + "\n").getBytes(StandardCharsets.UTF_8)), origin, TTL)) {
            List<Record> records = new ArrayList<>();
            for (Record record = master.nextRecord(); record != null; record = master.nextRecord()) {
                records.add(record);
            }
            return records;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Record soa(Name origin, long serial) {
        return new SOARecord(origin, DClass.IN, TTL, name("ns.invalid"), name("admin.invalid"), serial, 60, 60, 60, 60);
    }

    static Name name(String text) {
        try {
            return Name.fromString(text, Name.root);
        } catch (TextParseException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static Name below(String label, Name parent) {
        try {
            return Name.concatenate(Name.fromString(label), parent);
        } catch (NameTooLongException | TextParseException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Name wildcard(Name encloser) {
        return below("*", encloser);
    }

    private static Record renamed(Record record, Name name) {
        return record.getName().equals(name)
                ? record
                : Record.newRecord(name, record.getType(), DClass.IN, record.getTTL(), record.rdataToWireCanonical());
    }
}
