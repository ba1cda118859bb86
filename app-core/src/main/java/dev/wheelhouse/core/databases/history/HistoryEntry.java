package dev.wheelhouse.core.databases.history;

import dev.wheelhouse.core.platform.caller.Origin;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One statement or batch that ran, or tried to.
 *
 * @param kind {@code query}, {@code edit}, {@code explain}, {@code export} or {@code script}
 * @param statement its text with password literals blanked, at most 100,000 characters
 * @param outcome {@code succeeded}, {@code failed} or {@code cancelled}
 * @param error why it failed; null when it did not
 * @param rowCount rows returned or affected; null when unknown
 */
public record HistoryEntry(
        String id,
        String organizationId,
        String connectionId,
        String memberId,
        Origin origin,
        String kind,
        String statement,
        String outcome,
        @Nullable String error,
        @Nullable Long rowCount,
        long elapsedMillis,
        Instant startedAt) {}
