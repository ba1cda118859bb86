package dev.wheelhouse.core.access;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;

/**
 * A key that ends soon.
 *
 * @param expiryTold how many days before its end that was last told; null when it was not
 */
record EndingKey(@Nested ApiKey key, @Nullable Integer expiryTold) {

    /** When the first warning comes before the end. A key with a shorter life gets only the second. */
    static final Duration SOON = Duration.ofDays(7);

    private static final Duration VERY_SOON = Duration.ofDays(1);

    /** How many days before its end that is to be told now, 7 or 1. */
    Optional<Integer> due(Instant now) {
        Instant end = Objects.requireNonNull(key.expiresAt());
        if (!now.isBefore(end)) {
            return Optional.empty();
        }
        if (isReached(VERY_SOON, now, end)) {
            return Optional.of(1);
        }
        boolean lives = Duration.between(key.createdAt(), end).compareTo(SOON) > 0;
        return lives && expiryTold == null && isReached(SOON, now, end) ? Optional.of(7) : Optional.empty();
    }

    private static boolean isReached(Duration before, Instant now, Instant end) {
        return !now.isBefore(end.minus(before));
    }
}
