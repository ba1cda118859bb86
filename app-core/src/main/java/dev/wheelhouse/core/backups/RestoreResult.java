package dev.wheelhouse.core.backups;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What came of a restore.
 *
 * @param ok whether the restored cluster has reached its target and answered, or all of a dump or a copy was restored;
 *     nothing is left of it otherwise
 * @param error what prevents it and what to do; null when it is ok
 * @param directory where a cluster lies; null for none
 * @param port on loopback where it runs; null when it does not
 * @param connectionId what it was opened as; null when it was not
 * @param lastCommitAt of the last transaction in it since the base; null for none
 * @param database the new database that a dump is in; null for none
 * @param path of the new file that a copy is in; null for none
 * @param warning a known risk of the program that restored; null for none
 */
public record RestoreResult(
        boolean ok,
        @Nullable String error,
        @Nullable String directory,
        @Nullable Integer port,
        @Nullable String connectionId,
        @Nullable Instant lastCommitAt,
        @Nullable String database,
        @Nullable String path,
        @Nullable String warning) {

    /** Of a cluster. */
    public RestoreResult(
            boolean ok,
            @Nullable String error,
            @Nullable String directory,
            @Nullable Integer port,
            @Nullable String connectionId,
            @Nullable Instant lastCommitAt) {
        this(ok, error, directory, port, connectionId, lastCommitAt, null, null, null);
    }

    static RestoreResult refused(@Nullable String error) {
        return new RestoreResult(false, error, null, null, null, null);
    }
}
