package dev.wheelhouse.core.backups.catalog;

import dev.wheelhouse.core.backups.base.BaseContent;
import dev.wheelhouse.core.backups.plan.StoredBase;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a restore has to know of a complete base.
 *
 * @param runId of the run that made it
 * @param systemIdentifier of the cluster, in decimal
 * @param majorVersion of the server, such as 15
 * @param machine of the server as {@code uname -m} names it, such as {@code x86_64}
 * @param superuser the role that made the cluster
 * @param segmentBytes the cluster's {@code wal_segment_size}
 * @param checksum that the manifest has
 * @param stop up to which its WAL is needed
 * @param stoppedAt the server's time at {@code stop} or a little later
 * @param nextTransaction the id (with epoch) that the server's next transaction had after {@code stop}; null when unknown
 * @param settings of the server by name, as {@code pg_settings} has them
 */
public record BaseMeta(
        String runId,
        String systemIdentifier,
        int majorVersion,
        String machine,
        String superuser,
        long segmentBytes,
        BaseContent content,
        ManifestChecksum checksum,
        WalPosition stop,
        Instant stoppedAt,
        @Nullable Long nextTransaction,
        Map<String, String> settings) {

    public BaseMeta {
        settings = Map.copyOf(settings);
    }

    /** @param keep whether it stays whatever its age */
    StoredBase planned(boolean keep) {
        return new StoredBase(
                runId, content.start().timeline(), content.start().position(), stop, stoppedAt, nextTransaction, keep);
    }
}
