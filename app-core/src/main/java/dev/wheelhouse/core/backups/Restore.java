package dev.wheelhouse.core.backups;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A restore that is under way, whose cluster is open as a connection, or whose directory has still to be removed.
 *
 * @param id {@code rst_…}
 * @param homeId the console that makes it
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
        String serverId,
        String homeId,
        String jobId,
        String directory,
        @Nullable String runAs,
        String programs,
        boolean abandoned,
        @Nullable String connectionId,
        Instant createdAt) {}
