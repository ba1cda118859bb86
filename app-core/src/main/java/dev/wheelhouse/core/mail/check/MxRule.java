package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsRecord;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.platform.net.HostNames;
import java.util.ArrayList;
import java.util.List;

/** The mail server must have the lowest preference (RFC 5321 section 5.1). */
final class MxRule implements RecordRule {

    private final MailRecord record;
    private final Lookups lookups;

    MxRule(MailRecord record, Lookups lookups) {
        this.record = record;
        this.lookups = lookups;
    }

    @Override
    public DnsQuestion question() {
        return new DnsQuestion(record.name(), DnsType.MX);
    }

    @Override
    public String expected() {
        return (record.priority() == null ? "" : record.priority() + " ") + record.value();
    }

    @Override
    public Judgement judge(DnsAnswer answer) {
        if (answer.isMissing()) {
            return Judgement.missing();
        }
        String found = Sentences.list(answer);
        List<String> hosts = answer.values();
        if (hosts.contains(".")) {
            return Judgement.wrong(found, "A null MX refuses all mail for the domain (RFC 7505): remove it.");
        }
        if (!hosts.contains(record.value())) {
            return Judgement.wrong(
                    found,
                    hosts.stream()
                            .filter(HostNames::isAddress)
                            .map(each -> "An MX names a host, " + each + " is an address.")
                            .toArray(String[]::new));
        }
        int lowest =
                answer.records().stream().mapToInt(MxRule::preference).min().orElse(0);
        int ours = answer.records().stream()
                .filter(each -> each.value().equals(record.value()))
                .mapToInt(MxRule::preference)
                .min()
                .orElse(0);
        if (ours > lowest) {
            return Judgement.wrong(found, "Mail goes to the host with the lowest number first.");
        }
        if (isAlias(record.value())) {
            return Judgement.wrong(found, record.value() + " is a CNAME, which an MX may not lead to.");
        }
        return Judgement.right(others(answer));
    }

    private List<String> others(DnsAnswer answer) {
        List<String> notes = new ArrayList<>();
        List<DnsRecord> others = answer.records().stream()
                .filter(each -> !each.value().equals(record.value()))
                .toList();
        if (!others.isEmpty()) {
            notes.add("Mail may also go to %s."
                    .formatted(
                            Sentences.list(others.stream().map(DnsRecord::text).toList())));
        }
        others.stream()
                .map(DnsRecord::value)
                .filter(HostNames::isAddress)
                .map(each -> "An MX names a host, " + each + " is an address.")
                .forEach(notes::add);
        return notes;
    }

    private boolean isAlias(String host) {
        return !lookups.ask(host, DnsType.A).chain().isEmpty();
    }

    private static int preference(DnsRecord record) {
        Integer priority = record.priority();
        return priority == null ? 0 : priority;
    }
}
