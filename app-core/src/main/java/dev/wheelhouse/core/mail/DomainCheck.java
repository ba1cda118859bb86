package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.check.RecordFinding;
import dev.wheelhouse.core.mail.check.standing.DomainState;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a domain is, and what its last check found.
 *
 * @param badChecks as the others up to {@code since} of {@link DomainState}
 * @param checkedAt null until the first check ended
 * @param records what is known of each
 * @param findings of the last check, with its evidence
 * @param certificate the SHA-256 of the public key that a host showed on port 25, in hex; null while none was seen
 * @param certificateHost that host
 */
record DomainCheck(
        String domainId,
        String organizationId,
        int badChecks,
        @Nullable Instant firstBadAt,
        int round,
        Instant since,
        @Nullable Instant checkedAt,
        List<RecordState> records,
        List<RecordFinding> findings,
        @Nullable String certificate,
        @Nullable String certificateHost) {

    DomainCheck {
        records = List.copyOf(records);
        findings = List.copyOf(findings);
    }

    static DomainCheck none(MailDomain domain, Instant now) {
        return new DomainCheck(
                domain.id(), domain.organizationId(), 0, null, 0, now, null, List.of(), List.of(), null, null);
    }

    /** What that host showed; null when nothing was seen of it. */
    @Nullable
    String certificateOf(String host) {
        return host.equals(certificateHost) ? certificate : null;
    }

    DomainCheck with(String shown, String host) {
        return new DomainCheck(
                domainId,
                organizationId,
                badChecks,
                firstBadAt,
                round,
                since,
                checkedAt,
                records,
                findings,
                shown,
                host);
    }

    DomainState state(RecordStatus status) {
        return new DomainState(status, badChecks, firstBadAt, round, since);
    }

    /** What is known of a record; of one whose value is another now, nothing. */
    RecordState of(MailRecord wanted) {
        return records.stream()
                .filter(each -> each.record().isSame(wanted))
                .findFirst()
                .orElseGet(() -> RecordState.unknown(wanted));
    }

    /** What the last check found of a record; null when it did not look at that. */
    @Nullable
    RecordFinding finding(MailRecord wanted) {
        return findings.stream()
                .filter(each -> each.record().isSame(wanted))
                .findFirst()
                .orElse(null);
    }
}
