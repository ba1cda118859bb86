package dev.wheelhouse.core.backups;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A configuration with what has come of it.
 *
 * @param lastRun null before the first
 * @param lastRehearsal the last one that was not cancelled; null for none
 * @param nextRunAt when a base is due next; null while it is paused
 */
public record BackupOverview(
        BackupConfig config,
        BackupProgress progress,
        @Nullable BackupRun lastRun,
        @Nullable Rehearsal lastRehearsal,
        @Nullable Instant nextRunAt) {}
