package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.check.Judgement.Outcome;
import dev.wheelhouse.core.mail.check.policy.DmarcRecord;
import dev.wheelhouse.core.mail.check.policy.DmarcWalk;
import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.mail.records.MailRecord;
import java.util.ArrayList;
import java.util.List;

/** Any valid record is right, as its policy is the owner's choice (RFC 9989). */
final class DmarcRule implements RecordRule {

    private static final int LONGEST_NAME = 253;

    /** Somebody may write hundreds; receivers serve few. */
    private static final int MOST_HOSTS = 10;

    private final MailRecord record;
    private final String domain;
    private final Lookups lookups;

    DmarcRule(MailRecord record, String domain, Lookups lookups) {
        this.record = record;
        this.domain = domain;
        this.lookups = lookups;
    }

    @Override
    public DnsQuestion question() {
        return new DnsQuestion(record.name(), DnsType.TXT);
    }

    @Override
    public String expected() {
        return "a valid record such as " + record.value();
    }

    @Override
    public Judgement judge(DnsAnswer answer) {
        Judgement judged = OneText.judge(answer, "DMARC record", "v=DMARC1", DmarcRecord::isDmarc, this::judge);
        return judged.outcome() == Outcome.MISSING ? inherited(judged) : judged;
    }

    private Judgement judge(String text) {
        DmarcRecord parsed = DmarcRecord.parse(text);
        if (!parsed.errors().isEmpty()) {
            return Judgement.wrong(Sentences.shortened(text), parsed.errors().toArray(String[]::new));
        }
        List<String> notes = new ArrayList<>(parsed.warnings());
        Outcome outcome = Outcome.RIGHT;
        for (String host : parsed.reportHosts().stream().limit(MOST_HOSTS).toList()) {
            String name = domain + "._report._dmarc." + host;
            if (isInside(host) || name.length() > LONGEST_NAME) {
                continue;
            }
            DnsAnswer permission = lookups.ask(name, DnsType.TXT);
            if (permission.status() == DnsAnswer.Status.FAILED) {
                notes.add("Whether %s accepts reports could not be asked: %s.".formatted(host, permission.trouble()));
                outcome = outcome == Outcome.RIGHT ? Outcome.OPEN : outcome;
            } else if (permission.values().stream().noneMatch(DmarcRecord::isDmarc)) {
                notes.add("%s does not accept reports about this domain: it needs the TXT record %s with v=DMARC1."
                        .formatted(host, name));
                outcome = Outcome.NOT_YET;
            }
        }
        return Judgement.of(outcome, notes);
    }

    private boolean isInside(String host) {
        return DomainNames.isWithin(host, domain)
                || walk(host).organization().equals(walk(domain).organization());
    }

    private DmarcWalk walk(String name) {
        return DmarcWalk.from(name, each -> lookups.ask(each, DnsType.TXT));
    }

    private Judgement inherited(Judgement missing) {
        DmarcWalk walk = walk(domain);
        DmarcRecord policy = walk.policy();
        return policy == null || domain.equals(walk.policyDomain())
                ? missing
                : missing.with(
                        "Until then the policy of %s holds: %s.".formatted(walk.policyDomain(), policy.policyBelow()));
    }
}
