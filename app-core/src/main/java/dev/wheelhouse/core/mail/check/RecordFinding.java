package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsRecord;
import dev.wheelhouse.core.mail.dns.ZoneAnswers;
import dev.wheelhouse.core.mail.records.MailRecord;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a check found of one record, with its evidence.
 *
 * @param evidence what authoritative servers answered, the record's own question first; empty for
 *     {@link dev.wheelhouse.core.mail.records.RecordKind#SMTP}
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

    public RecordFinding {
        evidence = List.copyOf(evidence);
        spf = List.copyOf(spf);
    }

    /** What stands at the authoritative servers, each text once. */
    public NavigableSet<String> found() {
        NavigableSet<String> texts = new TreeSet<>();
        evidence.stream()
                .limit(1)
                .flatMap(each -> each.answers().stream())
                .flatMap(each -> each.answer().records().stream())
                .map(DnsRecord::text)
                .forEach(texts::add);
        return texts;
    }

    /** Whether any authoritative server answered the record's own question. */
    public boolean isAnswered() {
        return evidence.stream()
                .limit(1)
                .flatMap(each -> each.answers().stream())
                .anyMatch(each -> each.answer().status() != DnsAnswer.Status.FAILED);
    }
}
