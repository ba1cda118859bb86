package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.TxtStrings;
import dev.wheelhouse.core.mail.spf.SpfAddress;
import java.util.List;
import java.util.Locale;

/**
 * One value of a record set. Two values with the same text mean the same; what is sent is the data, since a server compares
 * bytes: a TXT record in other strings is another record for it (RFC 2136 section 1.1.1).
 *
 * @param text as {@link dev.wheelhouse.core.mail.dns.DnsRecord#text} has it
 * @param data as a zone file has it (RFC 1035 section 5.1), names with the dot at their end, exactly as it was read
 */
public record ZoneValue(String text, String data) {

    public static ZoneValue of(MailRecord record, DnsType type) {
        String value = record.value();
        return of(type, record.priority() == null ? value : record.priority() + " " + value);
    }

    /** @param text as {@link #text} */
    public static ZoneValue of(DnsType type, String text) {
        return switch (type) {
            case TXT -> ofData(type, TxtStrings.quoted(text));
            case CNAME, MX, NS, PTR, SRV -> ofData(type, text.endsWith(".") ? text : text + ".");
            case A, AAAA, CAA, DNSKEY, SOA, TLSA -> ofData(type, text);
        };
    }

    /** @param data as {@link #data} */
    public static ZoneValue ofData(DnsType type, String data) {
        return new ZoneValue(text(type, data), data);
    }

    private static String text(DnsType type, String data) {
        return switch (type) {
            case TXT -> TxtStrings.joined(data);
            case AAAA -> SpfAddress.parse(data).map(SpfAddress::toString).orElse(data);
            case CNAME, MX, NS, PTR, SRV -> bare(data.toLowerCase(Locale.ROOT));
            case TLSA -> hexJoined(data.toLowerCase(Locale.ROOT));
            case A, CAA, DNSKEY, SOA -> data;
        };
    }

    /** Without the dot at the end of a name, unless it is all of the name. */
    private static String bare(String text) {
        boolean isRoot = text.equals(".") || text.endsWith(" .");
        return text.endsWith(".") && !isRoot ? text.substring(0, text.length() - 1) : text;
    }

    private static String hexJoined(String text) {
        List<String> parts = List.of(text.split(" +"));
        int numbers = Math.min(3, parts.size());
        return String.join(" ", parts.subList(0, numbers)) + " "
                + String.join("", parts.subList(numbers, parts.size()));
    }
}
