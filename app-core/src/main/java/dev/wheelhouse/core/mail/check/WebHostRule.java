package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import java.util.List;

/** A name that leads to the mail server, by CNAME or by addresses. */
final class WebHostRule implements RecordRule {

    private final MailRecord record;
    private final MailSetup setup;
    private final boolean mayBeElsewhere;

    /** @param mayBeElsewhere whether another server may serve what is asked for there */
    WebHostRule(MailRecord record, MailSetup setup, boolean mayBeElsewhere) {
        this.record = record;
        this.setup = setup;
        this.mayBeElsewhere = mayBeElsewhere;
    }

    @Override
    public DnsQuestion question() {
        return new DnsQuestion(record.name(), setup.ipv4().isEmpty() ? DnsType.AAAA : DnsType.A);
    }

    @Override
    public String expected() {
        return record.value();
    }

    @Override
    public Judgement judge(DnsAnswer answer) {
        if (answer.chain().contains(setup.host())) {
            return answer.isMissing()
                    ? Judgement.notYet("It leads to %s, which has no address yet.".formatted(setup.host()))
                    : Judgement.right(List.of());
        }
        if (answer.isMissing()) {
            return answer.chain().isEmpty()
                    ? Judgement.missing()
                    : Judgement.wrong("a CNAME to " + answer.chain().getLast(), "That name has no address.");
        }
        if (HostAddressRule.normal(setup.addresses()).containsAll(HostAddressRule.normal(answer.values()))) {
            return Judgement.right(List.of());
        }
        String found = answer.chain().isEmpty()
                ? Sentences.list(answer)
                : "a CNAME to " + answer.chain().getLast();
        return mayBeElsewhere
                ? Judgement.right(List.of("It leads to another server: " + found + "."))
                : Judgement.wrong(found);
    }
}
