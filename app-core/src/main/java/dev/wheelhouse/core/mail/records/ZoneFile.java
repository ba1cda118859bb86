package dev.wheelhouse.core.mail.records;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.dns.DomainNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Records as the file of a zone has them (RFC 1035 section 5), in the form that BIND, Knot and PowerDNS read. */
public final class ZoneFile {

    private static final int TTL_SECONDS = 3600;

    private ZoneFile() {}

    /** Those that lie in the domain, and as comments those that belong to other zones. */
    public static String of(String fqdn, List<MailRecord> records) {
        StringBuilder text = new StringBuilder()
                .append("; Records that mail of ")
                .append(fqdn)
                .append(" needs. Change those of your zone that have the same name and type.\n$ORIGIN ")
                .append(fqdn)
                .append(".\n$TTL ")
                .append(TTL_SECONDS)
                .append('\n');
        List<MailRecord> elsewhere = new ArrayList<>();
        for (MailRecord each : records) {
            if (each.type() == null) {
                continue;
            }
            if (DomainNames.isWithin(each.name(), fqdn)) {
                text.append(line(each, relative(each.name(), fqdn))).append('\n');
            } else {
                elsewhere.add(each);
            }
        }
        if (!elsewhere.isEmpty()) {
            text.append("; These belong to other zones:\n");
            elsewhere.forEach(each ->
                    text.append("; ").append(line(each, each.name() + ".")).append('\n'));
        }
        return text.toString();
    }

    /** One record with its whole name, for a zone of any origin; empty for what is none. */
    public static String line(MailRecord entry) {
        return entry.type() == null ? "" : line(entry, entry.name() + ".");
    }

    private static String line(MailRecord entry, String owner) {
        DnsType type = Objects.requireNonNull(entry.type());
        String priority = entry.priority() == null ? "" : entry.priority() + " ";
        return owner + " IN " + type.wireName() + " " + priority + data(type, entry.value());
    }

    private static String data(DnsType type, String value) {
        return switch (type) {
            case TXT -> TxtStrings.quoted(value);
            case MX, CNAME, PTR, NS, SRV -> value.endsWith(".") ? value : value + ".";
            case A, AAAA, CAA, DNSKEY, SOA, TLSA -> value;
        };
    }

    private static String relative(String name, String fqdn) {
        return name.equals(fqdn) ? "@" : name.substring(0, name.length() - fqdn.length() - 1);
    }

    /** The copy of a value for forms that take quoted strings: of a TXT record its strings, of others the value. */
    public static String split(MailRecord entry) {
        return entry.type() == DnsType.TXT ? TxtStrings.quoted(entry.value()) : entry.value();
    }
}
