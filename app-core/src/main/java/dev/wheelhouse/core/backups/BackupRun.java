package dev.wheelhouse.core.backups;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One backup, made or to be made.
 *
 * @param id {@code run_…}; the base lies under it in the destination
 * @param jobId null before it runs
 * @param sizeBytes as stored; null until it is complete
 * @param error why it failed, or what the destination has lost of its base since; null for neither
 * @param keep whether it stays whatever its age
 * @param startTimeline with {@code startPosition} a place before which its WAL does not begin; null before it runs
 * @param removing whether its base goes
 */
public record BackupRun(
        String id,
        String organizationId,
        String configId,
        RunKind kind,
        RunStatus status,
        RunTrigger trigger,
        @Nullable String jobId,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Long sizeBytes,
        Verification verification,
        @Nullable String error,
        boolean keep,
        @Nullable Integer startTimeline,
        @Nullable String startPosition,
        boolean removing) {

    static BackupRun queued(String id, BackupConfig config, RunTrigger trigger, Instant now) {
        return new BackupRun(
                id,
                config.organizationId(),
                config.id(),
                RunKind.of(config.type()),
                RunStatus.QUEUED,
                trigger,
                null,
                now,
                null,
                null,
                null,
                Verification.NONE,
                null,
                false,
                null,
                null,
                false);
    }
}
