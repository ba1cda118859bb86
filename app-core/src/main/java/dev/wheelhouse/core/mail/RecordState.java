package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordStatus;
import java.util.List;

/**
 * What is known of a record.
 *
 * @param found what stood at its name when servers answered the last time, each text once
 */
record RecordState(MailRecord record, RecordStatus status, String detail, List<String> found) {

    RecordState {
        found = List.copyOf(found);
    }

    static RecordState unknown(MailRecord record) {
        return new RecordState(record, RecordStatus.PENDING, "Not checked yet.", List.of());
    }
}
