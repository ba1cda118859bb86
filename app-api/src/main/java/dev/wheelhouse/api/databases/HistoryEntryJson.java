package dev.wheelhouse.api.databases;

import dev.wheelhouse.core.databases.history.HistoryEntry;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A statement that ran, on the wire. */
record HistoryEntryJson(
        String id,
        String connectionId,
        String kind,
        String statement,
        String outcome,
        @Nullable String error,
        @Nullable Long rowCount,
        long elapsedMs,
        Instant startedAt,
        String memberId,
        String origin) {

    static HistoryEntryJson from(HistoryEntry entry) {
        return new HistoryEntryJson(
                entry.id(),
                entry.connectionId(),
                entry.kind(),
                entry.statement(),
                entry.outcome(),
                entry.error(),
                entry.rowCount(),
                entry.elapsedMillis(),
                entry.startedAt(),
                entry.memberId(),
                entry.origin().name().toLowerCase(Locale.ROOT));
    }
}
