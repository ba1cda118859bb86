package dev.wheelhouse.core.backups;

import org.jspecify.annotations.Nullable;

/**
 * How a restore would be made.
 *
 * @param ok whether it can be
 * @param error what prevents it and what to do; null when it is ok
 * @param runId whose base would be taken; this and what follows null when it is not ok
 * @param directory where the cluster would be laid
 * @param runAs as whom it would run; null for the console's own user, too
 * @param baseBytes of the cluster's files
 * @param walBytes of WAL that would be read, at most
 */
public record RestorePreview(
        boolean ok,
        @Nullable String error,
        @Nullable String runId,
        @Nullable String directory,
        @Nullable String runAs,
        @Nullable Long baseBytes,
        @Nullable Long walBytes) {

    static RestorePreview refused(@Nullable String error) {
        return new RestorePreview(false, error, null, null, null, null, null);
    }
}
