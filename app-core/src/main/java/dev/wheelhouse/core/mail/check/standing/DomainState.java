package dev.wheelhouse.core.mail.check.standing;

import dev.wheelhouse.core.mail.records.RecordStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a mail domain stands, as it is stored.
 *
 * @param badChecks of a verified domain, since the last good one; 0 otherwise
 * @param firstBadAt the time of the first of these; null without any
 * @param round how many checks there were since the domain was made, was changed or was no longer verified
 * @param since when the domain was made or last changed
 */
public record DomainState(
        RecordStatus status, int badChecks, @Nullable Instant firstBadAt, int round, Instant since) {

    /** Of a domain that was just made, or changed so that it has other records. */
    public static DomainState start(Instant now) {
        return new DomainState(RecordStatus.PENDING, 0, null, 0, now);
    }
}
