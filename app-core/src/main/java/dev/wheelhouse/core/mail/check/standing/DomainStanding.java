package dev.wheelhouse.core.mail.check.standing;

import dev.wheelhouse.core.mail.records.RecordStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What a check makes of a mail domain. */
public final class DomainStanding {

    /** How long a domain may be pending. */
    public static final Duration PATIENCE = Duration.ofDays(3);

    /** How many checks must be bad until a verified domain is so no longer. */
    public static final int MOST_BAD_CHECKS = 3;

    /** Between the first and the last of these, at least. */
    public static final Duration BAD_FOR = Duration.ofHours(1);

    private DomainStanding() {}

    /**
     * The state after a check. A check where something required was found wrong or missing is bad; one where all is right is
     * good; one where only answers are missing is neither.
     *
     * @param required the records without which the domain is not verified
     */
    public static DomainState after(DomainState state, Collection<CheckedRecord> required, Instant now) {
        boolean isBad = required.stream().anyMatch(each -> each.isAnswered() && each.status() != RecordStatus.VERIFIED);
        boolean isGood =
                required.stream().allMatch(each -> each.isAnswered() && each.status() == RecordStatus.VERIFIED);
        int round = state.round() + 1;
        if (isGood) {
            return new DomainState(RecordStatus.VERIFIED, 0, null, round, state.since());
        }
        if (state.status() != RecordStatus.VERIFIED) {
            return new DomainState(status(required, state.since(), now), 0, null, round, state.since());
        }
        if (!isBad) {
            return new DomainState(RecordStatus.VERIFIED, state.badChecks(), state.firstBadAt(), round, state.since());
        }
        int bad = state.badChecks() + 1;
        Instant first = firstBad(state.firstBadAt(), now);
        if (bad < MOST_BAD_CHECKS || Duration.between(first, now).compareTo(BAD_FOR) < 0) {
            return new DomainState(RecordStatus.VERIFIED, bad, first, round, state.since());
        }
        return new DomainState(status(required, state.since(), now), 0, null, 0, state.since());
    }

    /** After the clock went back it begins anew. */
    private static Instant firstBad(@Nullable Instant before, Instant now) {
        return before == null || before.isAfter(now) ? now : before;
    }

    private static RecordStatus status(Collection<CheckedRecord> required, Instant since, Instant now) {
        if (required.stream().allMatch(each -> each.status() == RecordStatus.VERIFIED)) {
            return RecordStatus.VERIFIED;
        }
        boolean isWrong = required.stream().anyMatch(each -> each.status() == RecordStatus.FAILED);
        boolean isLate = Duration.between(since, now).compareTo(PATIENCE) >= 0;
        return isWrong || isLate ? RecordStatus.FAILED : RecordStatus.PENDING;
    }
}
