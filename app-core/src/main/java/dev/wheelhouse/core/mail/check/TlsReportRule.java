package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.check.policy.TagList;
import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Any valid record is right (RFC 8460 section 3). */
record TlsReportRule(MailRecord record) implements RecordRule {

    private static final Pattern TARGET = Pattern.compile("(?i)mailto:[^@\\s]+@[^@\\s]+|https://[^\\s]+");

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
                answer, "TLS-RPT record", "v=TLSRPTv1", each -> TagList.isOf(each, "TLSRPTv1"), this::judge);
    }

    private Judgement judge(String text) {
        try {
            String targets = TagList.parse(text).getOrDefault("rua", "");
            return Stream.of(targets.split(",", -1))
                            .map(String::strip)
                            .allMatch(each -> TARGET.matcher(each).matches())
                    ? Judgement.right(List.of())
                    : Judgement.wrong(Sentences.shortened(text), "The tag rua must have mailto: or https: addresses.");
        } catch (IllegalArgumentException e) {
            return Judgement.wrong(Sentences.shortened(text), String.valueOf(e.getMessage()));
        }
    }
}
