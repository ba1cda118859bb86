package dev.wheelhouse.api.backups;

import dev.wheelhouse.core.backups.Rehearsal;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.backups.RunTrigger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A rehearsal on the wire. */
record RehearsalJson(
        String id,
        RunStatus status,
        RunTrigger trigger,
        String jobId,
        @Nullable String runId,
        Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Long recoveryMillis,
        @Nullable Long lagMillis,
        @Nullable Long tables,
        @Nullable Long rows,
        @Nullable String error) {

    static RehearsalJson from(Rehearsal rehearsal) {
        return new RehearsalJson(
                rehearsal.id(),
                rehearsal.status(),
                rehearsal.trigger(),
                rehearsal.jobId(),
                rehearsal.runId(),
                rehearsal.startedAt(),
                rehearsal.finishedAt(),
                rehearsal.recoveryMillis(),
                rehearsal.lagMillis(),
                rehearsal.tables(),
                rehearsal.rows(),
                rehearsal.error());
    }
}
