package dev.wheelhouse.core.mail.check.standing;

import dev.wheelhouse.core.mail.check.RecordFinding;
import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A verified record in whose place something else stands now.
 *
 * @param before its texts
 * @param after what stands there now; empty when nothing does
 */
public record RecordChange(MailRecord record, List<String> before, List<String> after) {

    /**
     * The changes between two checks. Servers that did not answer, or gave no record to compare, change nothing.
     *
     * @param before with the status that was known then: a finding without one is no verified record
     */
    public static List<RecordChange> between(List<RecordFinding> before, List<RecordFinding> after) {
        List<RecordChange> changes = new ArrayList<>();
        for (RecordFinding now : after) {
            Optional<RecordFinding> then = before.stream()
                    .filter(each -> each.record().equals(now.record()))
                    .findFirst();
            if (then.isPresent()
                    && then.get().verdict().status() == RecordStatus.VERIFIED
                    && isAnswered(now)
                    && !now.found().equals(then.get().found())) {
                changes.add(new RecordChange(now.record(), then.get().found(), now.found()));
            }
        }
        return changes;
    }

    private static boolean isAnswered(RecordFinding finding) {
        return finding.evidence().stream()
                .limit(1)
                .flatMap(each -> each.answers().stream())
                .anyMatch(each -> each.answer().status() != DnsAnswer.Status.FAILED);
    }
}
