package dev.wheelhouse.api.mail;

import dev.wheelhouse.core.mail.DomainEvidence;
import dev.wheelhouse.core.mail.check.RecordFinding;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.dns.ServerAnswer;
import dev.wheelhouse.core.mail.dns.ZoneAnswers;
import dev.wheelhouse.core.mail.records.RecordStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the last check of a domain was told, on the wire. */
record EvidenceJson(@Nullable Instant checkedAt, List<OfRecord> records) {

    /** @param resolved what the world sees */
    record OfRecord(
            String id,
            String name,
            String type,
            RecordStatus status,
            String detail,
            List<Question> questions,
            @Nullable DnsAnswerJson resolved) {

        static OfRecord from(DomainEvidence.OfRecord entry) {
            RecordFinding finding = entry.finding();
            List<ZoneAnswers> asked = finding == null ? List.of() : finding.evidence();
            return new OfRecord(
                    entry.record().id(),
                    entry.record().record().name(),
                    DnsRecordJson.type(entry.record().record()),
                    entry.record().status(),
                    entry.record().detail(),
                    asked.stream().map(Question::from).toList(),
                    finding == null || finding.resolved() == null ? null : DnsAnswerJson.from(finding.resolved()));
        }
    }

    /** @param trouble why there are no answers */
    record Question(
            String name,
            DnsType type,
            @Nullable String zone,
            List<Answer> answers,
            @Nullable String trouble) {

        static Question from(ZoneAnswers asked) {
            return new Question(
                    asked.question().name(),
                    asked.question().type(),
                    asked.zone(),
                    asked.answers().stream().map(Answer::from).toList(),
                    asked.trouble().isEmpty() ? null : asked.trouble());
        }
    }

    /** @param serial of the zone on that server */
    record Answer(
            String server,
            String address,
            int port,
            @Nullable Long serial,
            DnsAnswerJson answer) {

        static Answer from(ServerAnswer given) {
            return new Answer(
                    given.server().name(),
                    given.server().address(),
                    given.server().port(),
                    given.serial(),
                    DnsAnswerJson.from(given.answer()));
        }
    }

    static EvidenceJson from(DomainEvidence evidence) {
        return new EvidenceJson(
                evidence.checkedAt(),
                evidence.records().stream().map(OfRecord::from).toList());
    }
}
