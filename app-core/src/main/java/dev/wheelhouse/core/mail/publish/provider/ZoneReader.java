package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.mail.publish.ZoneSet;
import dev.wheelhouse.core.mail.publish.ZoneSnapshot;
import dev.wheelhouse.core.mail.publish.ZoneValue;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;
import org.xbill.DNS.Update;

/** Reads record sets of a zone over one connection to its primary server. */
final class ZoneReader {

    private final DnsConnection connection;
    private final Rfc2136Access access;
    private final UpdateWords words;
    private final Map<DnsQuestion, Optional<ZoneSet>> wildcards = new HashMap<>();

    ZoneReader(DnsConnection connection, Rfc2136Access access, UpdateWords words) {
        this.connection = connection;
        this.access = access;
        this.words = words;
    }

    /**
     * The zone that a domain lies in, as the server has it.
     *
     * @param given that it has to be; null for any
     */
    String zone(@Nullable String given, String domain) throws IOException {
        String name = given == null ? domain : given;
        Message answer = ask(Names.of(name), Type.SOA, null);
        Optional<Record> soa = answer.getSection(Section.ANSWER).stream()
                .filter(each -> each.getType() == Type.SOA)
                .findFirst()
                .or(() -> answer.getSection(Section.AUTHORITY).stream()
                        .filter(each -> each.getType() == Type.SOA)
                        .findFirst());
        // A domain that is a CNAME is no zone, and lies in one above.
        int dot = name.indexOf('.');
        if (soa.isEmpty() && given == null && dot > 0 && answer.getHeader().getFlag(Flags.AA)) {
            return zone(null, name.substring(dot + 1));
        }
        if (soa.isEmpty() || !answer.getHeader().getFlag(Flags.AA)) {
            throw failed(
                    access.address() + " does not keep the zone " + (given == null ? "of " + domain : given) + ".");
        }
        String zone = Names.text(soa.get().getName());
        if (given != null && !zone.equals(given)) {
            throw failed(access.address() + " has no zone " + given + ", but the zone " + zone + ".");
        }
        return zone;
    }

    ZoneSnapshot read(String zone, Collection<DnsQuestion> questions) throws IOException {
        List<ZoneSet> sets = new ArrayList<>();
        Map<String, String> elsewhere = new HashMap<>();
        Set<DnsQuestion> inZone = new LinkedHashSet<>(questions);
        inZone.removeIf(each -> !DomainNames.isWithin(each.name(), zone));
        for (DnsQuestion each : inZone) {
            Message answer = ask(Names.of(each.name()), Names.type(each.type()), zone);
            Optional<String> other = leadsTo(answer, zone);
            if (other.isPresent()) {
                elsewhere.put(each.name(), other.get());
                continue;
            }
            Optional<ZoneSet> found = set(each, answer);
            if (found.isPresent() && !isOfWildcard(found.get(), zone)) {
                sets.add(found.get());
            }
        }
        return new ZoneSnapshot(zone, sets, elsewhere);
    }

    /** The zone that a referral names, or what a DNAME leads to. */
    private static Optional<String> leadsTo(Message answer, String zone) {
        for (Record each : answer.getSection(Section.ANSWER)) {
            if (each.getType() == Type.DNAME) {
                return Optional.of(Names.text(((org.xbill.DNS.DNAMERecord) each).getTarget()));
            }
        }
        boolean isReferral = !answer.getHeader().getFlag(Flags.AA);
        return answer.getSection(Section.AUTHORITY).stream()
                .filter(each -> isReferral && each.getType() == Type.NS)
                .map(each -> Names.text(each.getName()))
                .filter(each -> !each.equals(zone))
                .findFirst();
    }

    private static Optional<ZoneSet> set(DnsQuestion question, Message answer) {
        Name name = Names.of(question.name());
        int type = Names.type(question.type());
        List<Record> records = answer.getSection(Section.ANSWER).stream()
                .filter(each -> each.getType() == type && each.getName().equals(name))
                .toList();
        if (records.isEmpty()) {
            return Optional.empty();
        }
        List<ZoneValue> values =
                records.stream().map(each -> Names.value(question.type(), each)).toList();
        return Optional.of(
                new ZoneSet(question.name(), question.type(), records.getFirst().getTTL(), values));
    }

    /**
     * Whether only a wildcard answers for a name, where nothing can be changed. It may be that the name has the same records
     * as the wildcard, so where both are alike an update that changes nothing asks whether the set exists (RFC 2136 section
     * 2.4.1), which a wildcard does not count for.
     */
    private boolean isOfWildcard(ZoneSet set, String zone) throws IOException {
        boolean isAlike = false;
        for (String above = set.name(); !above.equals(zone) && !isAlike; ) {
            above = above.substring(above.indexOf('.') + 1);
            Optional<ZoneSet> wildcard = wildcard(new DnsQuestion("*." + above, set.type()), zone);
            isAlike =
                    wildcard.isPresent() && Set.copyOf(wildcard.get().values()).equals(Set.copyOf(set.values()));
        }
        return isAlike && !set.name().startsWith("*.") && !exists(set, zone);
    }

    private Optional<ZoneSet> wildcard(DnsQuestion question, String zone) throws IOException {
        Optional<ZoneSet> known = wildcards.get(question);
        if (known == null) {
            known = set(question, ask(Names.of(question.name()), Names.type(question.type()), zone));
            wildcards.put(question, known);
        }
        return known;
    }

    private boolean exists(ZoneSet set, String zone) throws IOException {
        Update update = new Update(Names.of(zone));
        update.present(Names.of(set.name()), Names.type(set.type()));
        DnsConnection.Reply reply = connection.ask(update);
        if (reply.rcode() != Rcode.NOERROR && reply.rcode() != Rcode.NXRRSET) {
            throw failed(words.of(reply.message(), zone));
        }
        return reply.rcode() == Rcode.NOERROR;
    }

    private Message ask(Name name, int type, @Nullable String zone) throws IOException {
        DnsConnection.Reply reply = connection.ask(DnsConnection.question(name, type));
        if (reply.rcode() != Rcode.NOERROR && reply.rcode() != Rcode.NXDOMAIN) {
            throw failed(words.of(reply.message(), zone));
        }
        if (!reply.isSigned()) {
            throw failed("The answer of " + access.address() + " is not signed with the key.");
        }
        return reply.message();
    }

    private static AppException failed(String message) {
        return new AppException(PlatformError.UPSTREAM_FAILED, message);
    }
}
