package dev.wheelhouse.core.backups;

import org.jspecify.annotations.Nullable;

/**
 * What is backed up.
 *
 * @param serverId where restores are made, and whose {@code pg_dump} makes dumps
 * @param databaseId the connection that leads to the cluster or database
 * @param loginUser who logs in for replication; null for the connection's own login
 * @param systemIdentifier of the cluster, in decimal; of dumps and copies of a file, which have none, the id of the
 *     configuration: the folder below the prefix
 * @param segmentBytes the cluster's {@code wal_segment_size}; 0 of dumps and copies of a file
 * @param rehearsalDirectory where restores go that name no directory; null for one beside the cluster's own
 */
public record BackupSource(
        String serverId,
        String databaseId,
        @Nullable String loginUser,
        String systemIdentifier,
        long segmentBytes,
        @Nullable String rehearsalDirectory) {

    BackupSource withLogin(@Nullable String user) {
        return new BackupSource(serverId, databaseId, user, systemIdentifier, segmentBytes, rehearsalDirectory);
    }
}
