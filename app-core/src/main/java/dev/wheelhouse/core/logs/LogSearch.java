package dev.wheelhouse.core.logs;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What to read of a log, oldest first.
 *
 * @param filter which lines
 * @param from no line that is known to be older; null for no bound
 * @param to no line that is known to be this old or younger; null for no bound
 * @param after nothing up to this place; null for the oldest line that there is
 * @param limit 1..10000 lines
 */
public record LogSearch(
        LogFilter filter,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable LogPosition after,
        int limit) {}
