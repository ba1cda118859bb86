package dev.wheelhouse.core.mail.check.standing;

import dev.wheelhouse.core.mail.check.RecordFinding;
import dev.wheelhouse.core.mail.records.RecordStatus;

/**
 * A required record after a check.
 *
 * @param status the one before, where servers did not answer
 * @param isAnswered whether this check found the status
 */
public record CheckedRecord(RecordStatus status, boolean isAnswered) {

    /** @param before of the record; pending when it was never checked */
    public static CheckedRecord of(RecordStatus before, RecordFinding finding) {
        RecordStatus found = finding.verdict().status();
        return found == null ? new CheckedRecord(before, false) : new CheckedRecord(found, true);
    }
}
