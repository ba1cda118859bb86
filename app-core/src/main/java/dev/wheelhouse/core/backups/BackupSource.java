package dev.wheelhouse.core.backups;

import org.jspecify.annotations.Nullable;

/**
 * What is backed up.
 *
 * @param serverId where restores are made
 * @param databaseId the connection that leads to the cluster
 * @param loginUser who logs in for replication; null for the connection's own login
 * @param systemIdentifier of the cluster, in decimal
 * @param segmentBytes the cluster's {@code wal_segment_size}
 * @param rehearsalDirectory where restores go that name no directory; null for one beside the cluster's own
 */
public record BackupSource(
        String serverId,
        String databaseId,
        @Nullable String loginUser,
        String systemIdentifier,
        long segmentBytes,
        @Nullable String rehearsalDirectory) {}
