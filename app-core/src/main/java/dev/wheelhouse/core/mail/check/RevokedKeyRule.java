package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.check.policy.TagList;
import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import java.util.List;

/** A key that signs no longer must not be published: its tag {@code p} is empty (RFC 6376 section 3.6.1), or it is gone. */
record RevokedKeyRule(MailRecord record) implements RecordRule {

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
        if (answer.isMissing()) {
            return Judgement.right(List.of("There is no record any more, which revokes the key as well."));
        }
        return answer.values().stream().allMatch(RevokedKeyRule::isRevoked)
                ? Judgement.right(List.of())
                : Judgement.notYet("The key is still published: empty its tag p, or remove the record.");
    }

    private static boolean isRevoked(String text) {
        try {
            return TagList.parse(text).getOrDefault("p", "").isBlank();
        } catch (IllegalArgumentException _) {
            return true;
        }
    }
}
