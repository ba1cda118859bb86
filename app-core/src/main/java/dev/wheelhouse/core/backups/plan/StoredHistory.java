package dev.wheelhouse.core.backups.plan;

import dev.wheelhouse.core.backups.wal.StoredWal;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalRange;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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

    /**
     * WAL that was stored and is not any more, as far as a base needs it and no gap tells of it. What may still be on its
     * way is no such.
     */
    public List<WalRange> lost() {
        return bases.stream()
                .filter(this::hasWalOf)
                .flatMap(each -> Stream.ofNullable(Reach.of(each, this).hole()))
                .distinct()
                .flatMap(each -> beforeGaps(each).stream())
                .toList();
    }

    /** Behind a gap nothing can be reached from that base. A gap is of the timeline behind it, and may begin on an earlier one. */
    private Optional<WalRange> beforeGaps(WalRange hole) {
        WalPosition to = gaps.stream()
                .filter(each -> each.timeline() >= hole.timeline()
                        && timelines.related(each.timeline(), hole.timeline())
                        && each.to().compareTo(hole.from()) > 0)
                .map(each -> each.from().segmentStart(segmentBytes))
                .filter(each -> each.compareTo(hole.to()) < 0)
                .min(Comparator.naturalOrder())
                .orElse(hole.to());
        return to.compareTo(hole.from()) > 0
                ? Optional.of(new WalRange(hole.timeline(), hole.from(), to))
                : Optional.empty();
    }

    /** Whether all the WAL is stored without which nothing can be restored from a base. */
    public boolean hasWalOf(StoredBase base) {
        return wal.covers(base.timeline(), base.start().segmentStart(segmentBytes), base.stop());
    }
}
