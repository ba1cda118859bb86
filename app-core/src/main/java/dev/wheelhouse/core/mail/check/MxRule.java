package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsRecord;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.platform.net.HostNames;
import java.util.ArrayList;
import java.util.List;

/** The mail server must have the lowest preference (RFC 5321 section 5.1). */
final class MxRule extends TargetRule {

    private static final int MOST_NOTES = 3;

    MxRule(MailRecord record, Lookups lookups) {
        super(record, DnsType.MX, lookups);
    }

    @Override
    Judgement judge(DnsAnswer answer, String found) {
        List<String> hosts = answer.values();
        if (hosts.contains(".")) {
            return Judgement.wrong(found, "A null MX refuses all mail for the domain (RFC 7505): remove it.");
        }
        if (!hosts.contains(record.value())) {
            return Judgement.wrong(found, addresses(hosts).toArray(String[]::new));
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
        notes.addAll(addresses(others.stream().map(DnsRecord::value).toList()));
        return notes;
    }

    private static List<String> addresses(List<String> hosts) {
        return hosts.stream()
                .filter(HostNames::isAddress)
                .limit(MOST_NOTES)
                .map(each -> "An MX names a host, " + each + " is an address.")
                .toList();
    }

    private static int preference(DnsRecord record) {
        Integer priority = record.priority();
        return priority == null ? 0 : priority;
    }
}
