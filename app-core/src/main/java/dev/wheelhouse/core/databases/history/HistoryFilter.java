package dev.wheelhouse.core.databases.history;

import dev.wheelhouse.core.platform.caller.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Which entries are wanted; null leaves a field open.
 *
 * @param search text that the statement must hold, in either case
 * @param outcome {@code succeeded}, {@code failed} or {@code cancelled}
 */
public record HistoryFilter(
        @Nullable String connectionId,
        @Nullable String search,
        @Nullable String outcome,
        @Nullable Origin origin) {

    public static final HistoryFilter ALL = new HistoryFilter(null, null, null, null);

    public static HistoryFilter of(String connectionId, @Nullable String search) {
        return new HistoryFilter(connectionId, search, null, null);
    }
}
