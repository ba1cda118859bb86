package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsRecord;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.dns.ZoneAnswers;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a check found of one record, with its evidence.
 *
 * @param evidence what authoritative servers answered, the record's own question first; empty for
 *     {@link RecordKind#SMTP}
 * @param resolved what the world sees; null for SMTP
 * @param spf of an SPF record, one evaluation for each address of the mail server; empty for others and while no name server
 *     answers
 */
public record RecordFinding(
        MailRecord record,
        Verdict verdict,
        List<ZoneAnswers> evidence,
        @Nullable DnsAnswer resolved,
        List<SpfCheck> spf) {

    private static final int MOST = 50;
    private static final int LONGEST = 2000;

    public RecordFinding {
        evidence = List.copyOf(evidence);
        spf = List.copyOf(spf);
    }

    /**
     * What stands at the authoritative servers, each text once, sorted; of TXT records those of the kind. Of many the first,
     * of long ones the beginning: it is kept, and told when it changes.
     */
    public List<String> found() {
        return evidence.stream()
                .limit(1)
                .flatMap(each -> each.answers().stream())
                .flatMap(each -> each.answer().records().stream())
                .map(DnsRecord::text)
                .filter(this::isOfKind)
                .map(each -> Excerpt.of(each, LONGEST))
                .distinct()
                .sorted()
                .limit(MOST)
                .toList();
    }

    /** Others share the name of an SPF record, as tokens that prove who owns a domain. */
    private boolean isOfKind(String text) {
        if (record.type() != DnsType.TXT || record.kind() == RecordKind.DKIM) {
            return true;
        }
        String version = record.value().split("[ ;]", 2)[0];
        return text.regionMatches(true, 0, version, 0, version.length());
    }

    /** Whether any authoritative server answered the record's own question. */
    public boolean isAnswered() {
        return evidence.stream()
                .limit(1)
                .flatMap(each -> each.answers().stream())
                .anyMatch(each -> each.answer().status() != DnsAnswer.Status.FAILED);
    }
}
