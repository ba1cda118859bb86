package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;

/** A record that leads to a host by its name, with a priority: the host may be no CNAME (RFC 2181 section 10.3, RFC 2782). */
abstract class TargetRule implements RecordRule {

    final MailRecord record;
    private final DnsType type;
    private final Lookups lookups;

    TargetRule(MailRecord record, DnsType type, Lookups lookups) {
        this.record = record;
        this.type = type;
        this.lookups = lookups;
    }

    @Override
    public final DnsQuestion question() {
        return new DnsQuestion(record.name(), type);
    }

    @Override
    public final String expected() {
        return (record.priority() == null ? "" : record.priority() + " ") + record.value();
    }

    @Override
    public final Judgement judge(DnsAnswer answer) {
        return answer.isMissing() ? Judgement.missing() : judge(answer, Sentences.list(answer));
    }

    /**
     * @param answer with records
     * @param found their texts
     */
    abstract Judgement judge(DnsAnswer answer, String found);

    final boolean isAlias(String host) {
        return !lookups.ask(host, DnsType.A).chain().isEmpty();
    }
}
