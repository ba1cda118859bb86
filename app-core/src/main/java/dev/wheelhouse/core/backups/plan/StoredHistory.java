package dev.wheelhouse.core.backups.plan;

import dev.wheelhouse.core.backups.wal.StoredWal;
import dev.wheelhouse.core.backups.wal.WalGap;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is stored of a cluster.
 *
 * @param bases the complete ones, in any order; kept by when they stopped
 * @param gaps that the archive noticed
 * @param end where the newest WAL ends; null when that is not known
 * @param segmentBytes the cluster's {@code wal_segment_size}
 */
public record StoredHistory(
        List<StoredBase> bases,
        StoredWal wal,
        Timelines timelines,
        List<WalGap> gaps,
        @Nullable StoredEnd end,
        long segmentBytes) {

    public StoredHistory {
        bases = bases.stream()
                .sorted(Comparator.comparing(StoredBase::stoppedAt).thenComparing(StoredBase::runId))
                .toList();
        gaps = List.copyOf(gaps);
    }
}
