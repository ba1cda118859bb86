package dev.wheelhouse.core.backups;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A restore that is under way, whose cluster is open as a connection, or whose directory has still to be removed.
 *
 * @param id {@code rst_…}
 * @param type of the configuration
 * @param databaseId the connection to the server that a new database is on; null for a cluster
 * @param homeId the console that makes it
 * @param directory of a dump the name of the new database, of a file the path of the new one
 * @param runAs as whom the cluster runs; null for the console's own user
 * @param programs the directory of PostgreSQL's programs
 * @param abandoned whether nobody makes it or wants it any more
 * @param connectionId what its cluster is open as; null for nothing
 */
record Restore(
        String id,
        String organizationId,
        String configId,
        String runId,
        BackupType type,
        @Nullable String databaseId,
        String serverId,
        String homeId,
        String jobId,
        String directory,
        @Nullable String runAs,
        String programs,
        boolean abandoned,
        @Nullable String connectionId,
        Instant createdAt) {}
