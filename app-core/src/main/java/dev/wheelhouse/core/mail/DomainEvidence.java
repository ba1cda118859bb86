package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.check.RecordFinding;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the last check of a domain found.
 *
 * @param checkedAt null until the first check ended
 */
public record DomainEvidence(@Nullable Instant checkedAt, List<OfRecord> records) {

    /** @param finding null when the last check did not look at this record */
    public record OfRecord(DomainRecord record, @Nullable RecordFinding finding) {}

    public DomainEvidence {
        records = List.copyOf(records);
    }
}
