package dev.wheelhouse.core.mail.check.standing;

import dev.wheelhouse.core.mail.records.RecordStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/** When a mail domain is checked next by itself. */
public final class RecheckPlan {

    private static final List<Duration> FIRST = List.of(
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(6));
    private static final Duration THEN = Duration.ofHours(6);
    private static final Duration AT_LAST = Duration.ofDays(1);

    /** No check is set later than this after the one before. */
    public static final Duration LONGEST = Duration.ofHours(26);

    /** So that three bad checks are an hour. */
    private static final Duration IN_DOUBT = Duration.ofMinutes(30);

    /** Of a verified domain, to either side: a thousand domains that were made together shall not stay so. */
    private static final Duration JITTER = Duration.ofHours(2);

    private RecheckPlan() {}

    /** @param checkedAt the time of the last check, or of the domain's creation before the first */
    public static Instant next(DomainState state, Instant checkedAt, RandomGenerator random) {
        if (state.status() != RecordStatus.VERIFIED) {
            return checkedAt.plus(delay(state, checkedAt));
        }
        if (state.badChecks() > 0) {
            return checkedAt.plus(IN_DOUBT);
        }
        return checkedAt.plus(AT_LAST).minus(JITTER).plusMillis(random.nextLong(2 * JITTER.toMillis() + 1));
    }

    private static Duration delay(DomainState state, Instant checkedAt) {
        // The first check is made at once, and counts.
        int past = Math.max(0, state.round() - 1);
        if (past < FIRST.size()) {
            return FIRST.get(past);
        }
        boolean isYoung = Duration.between(state.since(), checkedAt).compareTo(DomainStanding.PATIENCE) < 0;
        return isYoung ? THEN : AT_LAST;
    }
}
