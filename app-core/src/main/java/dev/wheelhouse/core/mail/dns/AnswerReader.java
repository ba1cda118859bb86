package dev.wheelhouse.core.mail.dns;

import dev.wheelhouse.core.platform.net.AddressText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.MXRecord;
import org.xbill.DNS.Message;
import org.xbill.DNS.NSRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;

/**
 * What a message means as an answer (pure). Records come sorted by priority and value, each once, since every server orders
 * them as it likes; those that nobody asked for are passed over.
 *
 * <p>The bytes of a TXT record become characters as ISO-8859-1 has them: none is lost or replaced, so two values are equal
 * only where their bytes are, and what a record should say is ASCII anyway.
 */
final class AnswerReader {

    /** The longest chain of CNAMEs that is followed. */
    static final int LONGEST_CHAIN = 8;

    static final String TOO_LONG = "more than " + LONGEST_CHAIN + " CNAMEs follow one another";

    private static final String LAME = "does not serve the zone";

    private AnswerReader() {}

    /**
     * The answer of one authoritative server.
     *
     * @param leadsTo where a CNAME leads; null when the answer is complete
     */
    record Reading(DnsAnswer answer, @Nullable String leadsTo) {}

    /**
     * Reads what an authoritative server says about the name itself. Where a CNAME leads is for the servers of that name to
     * say, also when this one adds it (RFC 2181 section 5.4.1), or says with its code that it is missing or broken (RFC 6604
     * section 3).
     */
    static Reading authoritative(Reply reply, DnsQuestion question) {
        Message message = reply.message();
        if (message == null) {
            return new Reading(DnsAnswer.failed(reply.trouble()), null);
        }
        boolean isAuthoritative = message.getHeader().getFlag(Flags.AA);
        String name = DnsNames.canonical(question.name());
        String target = target(message, name);
        if (isAuthoritative && target != null && question.type() != DnsType.CNAME) {
            return new Reading(missing(message, List.of()), target);
        }
        String trouble = trouble(message);
        if (trouble.isEmpty() && !isAuthoritative) {
            trouble = LAME;
        }
        if (!trouble.isEmpty()) {
            return new Reading(DnsAnswer.failed(trouble), null);
        }
        List<DnsRecord> found = records(message, name, question.type());
        return new Reading(found.isEmpty() ? missing(message, List.of()) : found(found, List.of()), null);
    }

    /** Reads what a resolver says, with the CNAMEs that it followed. */
    static DnsAnswer resolved(Reply reply, DnsQuestion question) {
        Message message = reply.message();
        if (message == null) {
            return DnsAnswer.failed(reply.trouble());
        }
        String trouble = trouble(message);
        if (trouble.isEmpty()
                && !message.getHeader().getFlag(Flags.RA)
                && !message.getHeader().getFlag(Flags.AA)) {
            trouble = "does not look names up for others";
        }
        List<String> chain = new ArrayList<>();
        String own = DnsNames.canonical(question.name());
        String name = own;
        while (true) {
            List<DnsRecord> found = records(message, name, question.type());
            String target = found.isEmpty() ? target(message, name) : null;
            if (target == null && !trouble.isEmpty()) {
                return DnsAnswer.failed(trouble);
            }
            if (target == null) {
                return found.isEmpty() ? missing(message, chain) : found(found, chain);
            }
            if (chain.contains(target) || target.equals(own)) {
                return DnsAnswer.failed(loop(target));
            }
            if (chain.size() == LONGEST_CHAIN) {
                return DnsAnswer.failed(TOO_LONG);
            }
            chain.add(target);
            name = target;
        }
    }

    static String loop(String target) {
        return "its CNAMEs lead back to " + target;
    }

    /** The zone that a negative answer says the name lies in; null when it does not say. */
    static @Nullable String zone(Reply reply, String name) {
        Message message = reply.message();
        if (message == null) {
            return null;
        }
        try {
            Name asked = DnsNames.name(name);
            return message.getSection(Section.AUTHORITY).stream()
                    .filter(each -> each instanceof SOARecord && asked.subdomain(each.getName()))
                    .map(each -> DnsNames.text(each.getName()))
                    .findFirst()
                    .orElse(null);
        } catch (TextParseException _) {
            return null;
        }
    }

    /** The serial in an answer about a zone's SOA; null when there is none. */
    static @Nullable Long serial(Reply reply, String zone) {
        Message message = reply.message();
        if (message == null || !message.getHeader().getFlag(Flags.AA)) {
            return null;
        }
        return message.getSection(Section.ANSWER).stream()
                .filter(each -> each instanceof SOARecord
                        && DnsNames.text(each.getName()).equals(zone))
                .map(each -> ((SOARecord) each).getSerial())
                .findFirst()
                .orElse(null);
    }

    private static DnsAnswer found(List<DnsRecord> records, List<String> chain) {
        return new DnsAnswer(DnsAnswer.Status.FOUND, records, chain, "");
    }

    private static DnsAnswer missing(Message message, List<String> chain) {
        DnsAnswer.Status status =
                message.getRcode() == Rcode.NXDOMAIN ? DnsAnswer.Status.NO_SUCH_NAME : DnsAnswer.Status.NO_DATA;
        return new DnsAnswer(status, List.of(), chain, "");
    }

    private static String trouble(Message message) {
        return switch (message.getRcode()) {
            case Rcode.NOERROR, Rcode.NXDOMAIN -> "";
            case Rcode.REFUSED -> "refused the question";
            case Rcode.SERVFAIL -> "failed to answer (SERVFAIL)";
            case Rcode.NOTIMP -> "cannot answer such a question (NOTIMP)";
            case Rcode.FORMERR -> "did not understand the question (FORMERR)";
            case Rcode.NOTAUTH -> LAME;
            default -> "answered with the error " + Rcode.string(message.getRcode());
        };
    }

    private static List<DnsRecord> records(Message message, String name, DnsType type) {
        int wanted = Type.value(type.name());
        return message.getSection(Section.ANSWER).stream()
                .filter(each -> each.getType() == wanted
                        && each.getDClass() == DClass.IN
                        && DnsNames.text(each.getName()).equals(name))
                .map(each -> record(name, type, each))
                .sorted(Comparator.comparing(
                                (DnsRecord each) -> each.priority(), Comparator.nullsFirst(Comparator.naturalOrder()))
                        .thenComparing(DnsRecord::value))
                .distinct()
                .toList();
    }

    private static @Nullable String target(Message message, String name) {
        return message.getSection(Section.ANSWER).stream()
                .filter(each -> each instanceof CNAMERecord
                        && DnsNames.text(each.getName()).equals(name))
                .map(each -> DnsNames.text(((CNAMERecord) each).getTarget()))
                .findFirst()
                .orElse(null);
    }

    private static DnsRecord record(String name, DnsType type, Record record) {
        Integer priority = switch (record) {
            case MXRecord mx -> mx.getPriority();
            case SRVRecord srv -> srv.getPriority();
            default -> null;
        };
        return new DnsRecord(name, type, record.getTTL(), priority, value(record));
    }

    private static String value(Record record) {
        return switch (record) {
            case ARecord a -> AddressText.of(a.getAddress().getAddress());
            // Not by its InetAddress, which is IPv4 for ::ffff:192.0.2.1.
            case AAAARecord aaaa -> AddressText.of(aaaa.rdataToWireCanonical());
            case CNAMERecord cname -> DnsNames.text(cname.getTarget());
            case MXRecord mx -> DnsNames.text(mx.getTarget());
            case NSRecord ns -> DnsNames.text(ns.getTarget());
            case PTRRecord ptr -> DnsNames.text(ptr.getTarget());
            case SRVRecord srv -> srv.getWeight() + " " + srv.getPort() + " " + DnsNames.text(srv.getTarget());
            case SOARecord soa ->
                DnsNames.text(soa.getHost()) + " " + DnsNames.text(soa.getAdmin()) + " " + soa.getSerial() + " "
                        + soa.getRefresh() + " " + soa.getRetry() + " " + soa.getExpire() + " " + soa.getMinimum();
            case TXTRecord txt ->
                txt.getStringsAsByteArrays().stream()
                        .map(each -> new String(each, StandardCharsets.ISO_8859_1))
                        .collect(Collectors.joining());
            default -> record.rdataToString();
        };
    }
}
