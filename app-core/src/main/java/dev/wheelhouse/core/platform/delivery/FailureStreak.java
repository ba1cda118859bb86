package dev.wheelhouse.core.platform.delivery;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * For how long nothing has reached a target, as far as it was tried: a time without a try counts as 12 hours at most, so that
 * neither a laptop that slept for a week nor a clock that jumped makes days of failure of one failed attempt. Pure.
 *
 * @param counted between failures that followed each other
 * @param lastFailure null after a success
 * @param told whether it was said that the target fails
 */
record FailureStreak(Duration counted, @Nullable Instant lastFailure, boolean told) {

    static final FailureStreak NONE = new FailureStreak(Duration.ZERO, null, false);

    /** The third attempt of the {@link RetryPlan} is later. */
    private static final Duration WORTH_TELLING = Duration.ofMinutes(4);

    /** After how long a target is {@link Targets.Trouble#SILENT}. */
    static final Duration LIMIT = Duration.ofDays(5);

    /** Longer than any wait of the {@link RetryPlan}. */
    private static final Duration LONGEST_GAP = Duration.ofHours(12);

    FailureStreak failed(Instant now) {
        if (lastFailure == null) {
            return new FailureStreak(counted, now, told);
        }
        Duration gap = Duration.between(lastFailure, now);
        if (gap.isNegative()) {
            return new FailureStreak(counted, now, told);
        }
        return new FailureStreak(counted.plus(gap.compareTo(LONGEST_GAP) > 0 ? LONGEST_GAP : gap), now, told);
    }

    /** Whether it is to be said now that the target fails. */
    boolean isNews(Answer failure) {
        return !told && (failure.result() == Answer.Result.REFUSED || counted.compareTo(WORTH_TELLING) >= 0);
    }

    FailureStreak toldNow() {
        return new FailureStreak(counted, lastFailure, true);
    }

    boolean isOver() {
        return counted.compareTo(LIMIT) >= 0;
    }
}
