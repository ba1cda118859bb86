package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.spf.SpfAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The mail server's name has exactly its addresses, and is no CNAME, as an MX leads to it (RFC 2181 section 10.3). */
final class HostAddressRule implements RecordRule {

    private final DnsQuestion question;
    private final NavigableSet<String> addresses;

    HostAddressRule(String host, DnsType type, List<String> addresses) {
        this.question = new DnsQuestion(host, type);
        this.addresses = normal(addresses);
    }

    @Override
    public DnsQuestion question() {
        return question;
    }

    @Override
    public String expected() {
        return String.join(", ", addresses);
    }

    @Override
    public Judgement judge(DnsAnswer answer) {
        if (!answer.chain().isEmpty()) {
            return Judgement.wrong(
                    "a CNAME to " + answer.chain().getFirst(),
                    "An MX may not lead to a CNAME: enter the addresses themselves.");
        }
        if (answer.isMissing()) {
            return Judgement.missing();
        }
        NavigableSet<String> found = normal(answer.values());
        if (found.equals(addresses)) {
            return Judgement.right(List.of());
        }
        NavigableSet<String> absent = new TreeSet<>(addresses);
        absent.removeAll(found);
        NavigableSet<String> strange = new TreeSet<>(found);
        strange.removeAll(addresses);
        List<String> notes = new ArrayList<>();
        if (!absent.isEmpty()) {
            notes.add("Missing: " + Sentences.list(absent) + ".");
        }
        if (!strange.isEmpty()) {
            notes.add("Not an address of this mail server: " + Sentences.list(strange) + ".");
        }
        return Judgement.wrong(Sentences.list(found), notes.toArray(String[]::new));
    }

    /** In their one form; what is no address stays as it is. */
    static NavigableSet<String> normal(Collection<String> addresses) {
        NavigableSet<String> normal = new TreeSet<>();
        addresses.forEach(each ->
                normal.add(SpfAddress.parse(each).map(SpfAddress::toString).orElse(each)));
        return normal;
    }
}
