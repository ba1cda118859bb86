package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.check.Judgement.Outcome;
import dev.wheelhouse.core.mail.check.policy.PolicySource;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost;
import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.dns.DnsView;
import dev.wheelhouse.core.mail.dns.ZoneAnswers;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.platform.job.Together;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Checks the records of mail domains. Thread-safe if what it is made of is. */
public final class RecordChecks {

    private static final int LONGEST_NAME = 253;

    private final PolicySource policies;
    private final SmtpHost smtp;
    private final Together together;
    private final Supplier<String> labels;
    private final Clock clock;

    /**
     * @param together for the addresses of a mail server
     * @param labels random ones, which nobody has in a zone: what answers for one is a wildcard
     */
    public RecordChecks(PolicySource policies, SmtpHost smtp, Together together, Supplier<String> labels, Clock clock) {
        this.policies = policies;
        this.smtp = smtp;
        this.together = together;
        this.labels = labels;
        this.clock = clock;
    }

    /** @param record one of those that follow from the setup */
    public RecordFinding check(MailRecord record, MailSetup setup, DnsView dns) {
        if (record.kind() == RecordKind.SMTP) {
            Verdict verdict = new SmtpJudge(setup, smtp, together, clock.instant()).verdict();
            return new RecordFinding(record, verdict, List.of(), null, List.of());
        }
        Lookups lookups = new Lookups(dns, setup);
        RecordRule rule = rule(record, setup, lookups);
        ZoneAnswers asked = lookups.authoritative(rule.question());
        DnsAnswer resolved = lookups.resolved(rule.question());
        ServerAgreement agreement = new ServerAgreement(
                rule.expected(), record.required(), asked, answer -> judge(rule, answer, asked.zone(), lookups));
        Verdict verdict = agreement.verdict(resolved);
        DnsAnswer first = Lookups.first(asked);
        List<SpfCheck> spf = rule instanceof SpfRule own && first.status() != DnsAnswer.Status.FAILED
                ? own.evaluate(first)
                : List.of();
        return new RecordFinding(record, verdict, lookups.evidence(), resolved, spf);
    }

    private RecordRule rule(MailRecord record, MailSetup setup, Lookups lookups) {
        return switch (record.kind()) {
            case MX, INBOX -> new MxRule(record, lookups);
            case SPF -> new SpfRule(setup, record.value(), lookups);
            case DKIM -> record.value().endsWith("p=") ? new RevokedKeyRule(record) : new DkimRule(record);
            case DMARC -> new DmarcRule(record, setup.fqdn(), lookups);
            case HOST_A -> new HostAddressRule(record.name(), DnsType.A, setup.ipv4());
            case HOST_AAAA -> new HostAddressRule(record.name(), DnsType.AAAA, setup.ipv6());
            case PTR -> new PtrRule(record, setup, lookups);
            case MTA_STS -> new StsRule(record, setup, policies);
            case MTA_STS_HOST -> new WebHostRule(record, setup, true);
            case TLS_RPT -> new TlsReportRule(record);
            case AUTOCONFIG, AUTODISCOVER ->
                record.type() == DnsType.SRV ? new SrvRule(record, lookups) : new WebHostRule(record, setup, false);
            case SRV_SUBMISSIONS, SRV_IMAPS -> new SrvRule(record, lookups);
            case CAA -> new CaaRule(record, lookups);
            case TLSA -> new TlsaRule(record, setup, lookups);
            case SMTP -> throw new IllegalArgumentException("It has no record");
        };
    }

    private Judgement judge(RecordRule rule, DnsAnswer answer, @Nullable String zone, Lookups lookups) {
        Judgement judged = rule.judge(answer);
        DnsQuestion question = rule.question();
        if (zone == null) {
            return judged;
        }
        if (answer.isMissing()) {
            return judged.outcome() == Outcome.MISSING ? doubled(judged, question, zone, lookups) : judged;
        }
        boolean isDoubtful =
                !question.name().equals(zone) && (question.type() == DnsType.TXT || judged.outcome() != Outcome.RIGHT);
        return isDoubtful && isWildcard(question, answer, lookups) ? ofWildcard(judged, question) : judged;
    }

    /** Providers that add the zone to a name make this of a whole one. */
    private static Judgement doubled(Judgement judged, DnsQuestion question, String zone, Lookups lookups) {
        String name = question.name() + "." + zone;
        if (name.length() > LONGEST_NAME) {
            return judged;
        }
        DnsAnswer there = Lookups.first(lookups.authoritative(new DnsQuestion(name, question.type())));
        if (there.records().isEmpty()) {
            return judged;
        }
        String relative = question.name().equals(zone)
                ? "@"
                : question.name().substring(0, question.name().length() - zone.length() - 1);
        return judged.with(
                "It is at %s: the provider adds the domain to the name, so enter only %s.".formatted(name, relative));
    }

    private boolean isWildcard(DnsQuestion question, DnsAnswer answer, Lookups lookups) {
        String name = labels.get() + question.name().substring(question.name().indexOf('.'));
        if (name.length() > LONGEST_NAME) {
            return false;
        }
        DnsAnswer other = Lookups.first(lookups.authoritative(new DnsQuestion(name, question.type())));
        return !other.records().isEmpty() && Set.copyOf(other.values()).equals(Set.copyOf(answer.values()));
    }

    private static Judgement ofWildcard(Judgement judged, DnsQuestion question) {
        String note = "The answer comes from a wildcard record (*), which answers for any name: enter %s itself."
                .formatted(question.name());
        return judged.outcome() == Outcome.WRONG ? judged.as(Outcome.MISSING, note) : judged.with(note);
    }
}
