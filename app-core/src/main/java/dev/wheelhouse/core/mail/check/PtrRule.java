package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.mail.spf.SpfAddress;
import java.util.ArrayList;
import java.util.List;

/** The address leads to the mail server's name, and that name back to it (RFC 8601 section 2.7.3, "iprev"). */
final class PtrRule implements RecordRule {

    private final MailRecord record;
    private final MailSetup setup;
    private final Lookups lookups;

    PtrRule(MailRecord record, MailSetup setup, Lookups lookups) {
        this.record = record;
        this.setup = setup;
        this.lookups = lookups;
    }

    @Override
    public DnsQuestion question() {
        return new DnsQuestion(record.name(), DnsType.PTR);
    }

    @Override
    public String expected() {
        return record.value();
    }

    @Override
    public Judgement judge(DnsAnswer answer) {
        if (answer.isMissing()) {
            return Judgement.missing("Who provides the address sets its reverse name.");
        }
        String found = Sentences.list(answer);
        if (!answer.values().contains(record.value())) {
            return Judgement.wrong(found);
        }
        String address = setup.addresses().stream()
                .filter(each -> SpfAddress.parse(each)
                        .map(SpfAddress::reverseName)
                        .filter(record.name()::equals)
                        .isPresent())
                .findFirst()
                .orElse("");
        if (address.isEmpty()) {
            return Judgement.wrong(found, record.name() + " is not of an address of this mail server.");
        }
        DnsType type = address.contains(":") ? DnsType.AAAA : DnsType.A;
        DnsAnswer forward = lookups.ask(record.value(), type);
        if (forward.status() == DnsAnswer.Status.FAILED) {
            return Judgement.open(
                    "Whether %s leads back could not be asked: %s.".formatted(record.value(), forward.trouble()));
        }
        if (!HostAddressRule.normal(forward.values()).containsAll(HostAddressRule.normal(List.of(address)))) {
            return Judgement.notYet("%s has no %s record with %s yet.".formatted(record.value(), type, address));
        }
        List<String> notes = new ArrayList<>();
        if (answer.records().size() > 1) {
            notes.add("There are several names: %s. Receivers may take any of them.".formatted(found));
        }
        if (!answer.chain().isEmpty()) {
            notes.add("By CNAME: " + String.join(", ", answer.chain()) + ".");
        }
        return Judgement.right(notes);
    }
}
