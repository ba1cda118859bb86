package dev.wheelhouse.core.backups;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A restore on trial: the newest that is stored is brought back, looked at and removed again.
 *
 * @param id {@code rhs_…}
 * @param runId of the base that was taken; null until that is known
 * @param finishedAt null while it runs; like what follows
 * @param recoveryMillis how long it took until the restored cluster answered; null when it never did
 * @param lagMillis how old the newest stored moment was when it began; null when that is not known
 * @param tables whose rows were counted
 * @param error what went wrong or was found; null for nothing
 */
public record Rehearsal(
        String id,
        String organizationId,
        String configId,
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

    static Rehearsal begun(String id, BackupConfig config, RunTrigger trigger, String jobId, Instant now) {
        return new Rehearsal(
                id,
                config.organizationId(),
                config.id(),
                RunStatus.RUNNING,
                trigger,
                jobId,
                null,
                now,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** What was seen of the restored cluster, as far as it came; the components are those of a rehearsal. */
    record Seen(
            @Nullable String runId,
            @Nullable Long recoveryMillis,
            @Nullable Long lagMillis,
            @Nullable Long tables,
            @Nullable Long rows) {

        static final Seen NOTHING = new Seen(null, null, null, null, null);
    }

    Rehearsal ended(RunStatus end, Instant at, Seen seen, @Nullable String why) {
        return new Rehearsal(
                id,
                organizationId,
                configId,
                end,
                trigger,
                jobId,
                seen.runId,
                startedAt,
                at,
                seen.recoveryMillis,
                seen.lagMillis,
                seen.tables,
                seen.rows,
                why);
    }
}
