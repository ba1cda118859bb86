package dev.wheelhouse.core.backups.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What is kept.
 *
 * @param keepNewest 1..1000, so many complete bases always stay
 * @param days 1..3650, others go when they are older
 */
public record RetentionRule(int keepNewest, int days) {

    /** Before which a base is too old to stay for its age. */
    public Instant oldest(Instant now) {
        return now.minus(Duration.ofDays(days));
    }

    /**
     * Those that are kept no longer, in the given order.
     *
     * @param newestFirst the complete ones
     * @param stays whatever its age
     */
    public <B> List<B> expired(List<B> newestFirst, Function<B, Instant> stoppedAt, Predicate<B> stays, Instant now) {
        return newestFirst.stream()
                .skip(keepNewest)
                .filter(each -> !stays.test(each) && stoppedAt.apply(each).isBefore(oldest(now)))
                .toList();
    }
}
