package dev.wheelhouse.api.backups;

import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.RunKind;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.backups.RunTrigger;
import dev.wheelhouse.core.backups.Verification;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A run on the wire. */
record BackupRunJson(
        String id,
        RunKind kind,
        RunStatus status,
        RunTrigger trigger,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Long sizeBytes,
        Verification verification,
        @Nullable String error,
        boolean keep,
        @Nullable String jobId,
        Instant createdAt) {

    static BackupRunJson from(BackupRun run) {
        return new BackupRunJson(
                run.id(),
                run.kind(),
                run.status(),
                run.trigger(),
                run.startedAt(),
                run.finishedAt(),
                run.sizeBytes(),
                run.verification(),
                run.error(),
                run.keep(),
                run.jobId(),
                run.createdAt());
    }
}
