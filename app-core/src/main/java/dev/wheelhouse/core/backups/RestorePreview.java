package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.check.CheckState;
import org.jspecify.annotations.Nullable;

/**
 * How a restore would be made.
 *
 * @param ok whether it can be
 * @param state {@code ADVICE} where it can be, with a warning
 * @param error what prevents it and what to do; null when it is ok
 * @param runId whose backup would be taken; this and what follows null when it is not ok
 * @param directory where a cluster would be laid; null for none
 * @param runAs as whom it would run; null for the console's own user, too
 * @param baseBytes of the cluster's files, of the database on its server, or of the file
 * @param walBytes of WAL that would be read, at most; null for none
 * @param database the new one that a dump would be in; null for none
 * @param path of the new file that a copy would be in; null for none
 * @param warning a known risk of the program that would restore; null for none
 */
public record RestorePreview(
        boolean ok,
        CheckState state,
        @Nullable String error,
        @Nullable String runId,
        @Nullable String directory,
        @Nullable String runAs,
        @Nullable Long baseBytes,
        @Nullable Long walBytes,
        @Nullable String database,
        @Nullable String path,
        @Nullable String warning) {

    public RestorePreview(
            boolean ok,
            @Nullable String error,
            @Nullable String runId,
            @Nullable String directory,
            @Nullable String runAs,
            @Nullable Long baseBytes,
            @Nullable Long walBytes,
            @Nullable String database,
            @Nullable String path,
            @Nullable String warning) {
        this(
                ok,
                CheckState.of(ok, warning != null),
                error,
                runId,
                directory,
                runAs,
                baseBytes,
                walBytes,
                database,
                path,
                warning);
    }

    /** Of a cluster. */
    public RestorePreview(
            boolean ok,
            @Nullable String error,
            @Nullable String runId,
            @Nullable String directory,
            @Nullable String runAs,
            @Nullable Long baseBytes,
            @Nullable Long walBytes) {
        this(ok, error, runId, directory, runAs, baseBytes, walBytes, null, null, null);
    }

    static RestorePreview refused(@Nullable String error) {
        return new RestorePreview(false, error, null, null, null, null, null);
    }
}
