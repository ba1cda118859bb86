package dev.wheelhouse.core.backups;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What came of a restore.
 *
 * @param ok whether the restored cluster has reached its target and answered; nothing is left of it otherwise
 * @param error what prevents it and what to do; null when it is ok
 * @param directory where it lies; null when it is not ok
 * @param port on loopback where it runs; null when it does not
 * @param connectionId what it was opened as; null when it was not
 * @param lastCommitAt of the last transaction in it since the base; null for none
 */
public record RestoreResult(
        boolean ok,
        @Nullable String error,
        @Nullable String directory,
        @Nullable Integer port,
        @Nullable String connectionId,
        @Nullable Instant lastCommitAt) {

    static RestoreResult refused(@Nullable String error) {
        return new RestoreResult(false, error, null, null, null, null);
    }
}
