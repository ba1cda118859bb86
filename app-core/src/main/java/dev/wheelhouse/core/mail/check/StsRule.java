package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.check.Judgement.Outcome;
import dev.wheelhouse.core.mail.check.policy.PolicySource;
import dev.wheelhouse.core.mail.check.policy.PolicySource.Fetched;
import dev.wheelhouse.core.mail.check.policy.PolicySource.Unreachable;
import dev.wheelhouse.core.mail.check.policy.StsPolicy;
import dev.wheelhouse.core.mail.check.policy.TagList;
import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The record says that there is a policy, which must be there and name the mail server (RFC 8461). */
final class StsRule implements RecordRule {

    private final MailRecord record;
    private final MailSetup setup;
    private final PolicySource policies;

    StsRule(MailRecord record, MailSetup setup, PolicySource policies) {
        this.record = record;
        this.setup = setup;
        this.policies = policies;
    }

    @Override
    public DnsQuestion question() {
        return new DnsQuestion(record.name(), DnsType.TXT);
    }

    @Override
    public String expected() {
        return record.value();
    }

    @Override
    public Judgement judge(DnsAnswer answer) {
        return OneText.judge(
                answer, "MTA-STS record", "v=STSv1", each -> TagList.isOf(each, StsPolicy.VERSION), this::judge);
    }

    private Judgement judge(String text) {
        Map<String, String> tags;
        try {
            tags = TagList.parse(text);
        } catch (IllegalArgumentException e) {
            return Judgement.wrong(Sentences.shortened(text), String.valueOf(e.getMessage()));
        }
        String id = tags.getOrDefault("id", "");
        if (!id.matches("[A-Za-z0-9]{1,32}")) {
            return Judgement.wrong(Sentences.shortened(text), "The tag id must have 1 to 32 letters and digits.");
        }
        Judgement policy = switch (policies.fetch(setup.fqdn())) {
            case Fetched fetched -> policy(text, fetched);
            case Unreachable none when none.isTimeout() -> Judgement.open(none.reason());
            case Unreachable none -> Judgement.notYet("The policy could not be read. " + none.reason());
        };
        return policy.outcome() == Outcome.RIGHT && !id.equals(setup.policyId())
                ? policy.with("The id is %s, not %s: change it with every change of the policy."
                        .formatted(id, setup.policyId()))
                : policy;
    }

    private Judgement policy(String text, Fetched fetched) {
        String found = Sentences.shortened(text);
        String of = "The policy at mta-sts." + setup.fqdn() + ": ";
        if (fetched.status() != 200) {
            String redirect = fetched.status() / 100 == 3 ? ", and redirects are not followed" : "";
            return Judgement.wrong(found, of + "the server answers " + fetched.status() + redirect + ".");
        }
        String type = fetched.contentType().split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!type.equals("text/plain")) {
            return Judgement.wrong(found, of + "it must be text/plain, not " + Sentences.shortened(type) + ".");
        }
        StsPolicy policy;
        try {
            policy = StsPolicy.parse(fetched.body());
        } catch (IllegalArgumentException e) {
            return Judgement.wrong(found, of + Sentences.shortened(String.valueOf(e.getMessage())));
        }
        if (policy.mode().equals("none")) {
            return Judgement.right(List.of("The policy has mode none, so it is not applied."));
        }
        if (!policy.covers(setup.host())) {
            return Judgement.wrong(
                    found, of + "no mx covers %s (%s).".formatted(setup.host(), Sentences.list(policy.mx())));
        }
        List<String> notes = new ArrayList<>();
        if (policy.mode().equals("testing")) {
            notes.add("The policy has mode testing: failures are only reported.");
        }
        return Judgement.right(notes);
    }
}
