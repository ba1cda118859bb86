package dev.wheelhouse.core.platform.delivery;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a target is.
 *
 * @param epoch grows each time that it begins anew, or ends
 * @param ordinal of the last event that was sent to it, or that it has not subscribed to
 * @param failingMillis {@link FailureStreak#counted}
 * @param failedAt {@link FailureStreak#lastFailure}
 * @param failingTold {@link FailureStreak#told}
 */
record DeliveryTarget(
        String id,
        String organizationId,
        long epoch,
        long ordinal,
        long failingMillis,
        @Nullable Instant failedAt,
        boolean failingTold) {

    FailureStreak streak() {
        return new FailureStreak(Duration.ofMillis(failingMillis), failedAt, failingTold);
    }
}
