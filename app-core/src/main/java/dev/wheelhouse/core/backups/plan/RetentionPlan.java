package dev.wheelhouse.core.backups.plan;

import dev.wheelhouse.core.backups.wal.WalStart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What may go. A base goes by its age, WAL when no base that stays needs it.
 *
 * @param bases to remove, the newest first
 * @param needed where the WAL begins that stays, on its timeline and on those that come from it or lead to it; empty when
 *     all WAL stays
 */
public record RetentionPlan(List<StoredBase> bases, List<WalStart> needed, Timelines timelines) {

    public RetentionPlan {
        bases = List.copyOf(bases);
        needed = List.copyOf(needed);
    }

    /**
     * @param reading runs whose bases are being read; they and their WAL stay
     * @param started where bases begin that are not complete yet; their WAL stays
     */
    public static RetentionPlan of(
            StoredHistory history, RetentionRule rule, Set<String> reading, List<WalStart> started, Instant now) {
        // One without its own WAL is not counted, but stays: that WAL may only be listed late.
        List<StoredBase> usable =
                history.bases().stream().filter(history::hasWalOf).toList();
        List<StoredBase> going = rule.expired(
                usable.reversed(), StoredBase::stoppedAt, each -> each.keep() || reading.contains(each.runId()), now);
        List<WalStart> needed = new ArrayList<>(started);
        boolean hasBase = false;
        for (StoredBase each : history.bases()) {
            if (!going.contains(each)) {
                needed.add(new WalStart(each.timeline(), each.start()));
                hasBase = true;
            }
        }
        // Without a base that stays nothing says which WAL one will need that is on its way.
        return new RetentionPlan(going, hasBase ? needed : List.of(), history.timelines());
    }

    /**
     * Whether a segment may go.
     *
     * @param segment where it begins
     */
    public boolean drops(WalStart segment, long segmentBytes) {
        return !needed.isEmpty()
                && needed.stream()
                        .noneMatch(each -> timelines.related(each.timeline(), segment.timeline())
                                && each.position().segmentStart(segmentBytes).compareTo(segment.position()) <= 0);
    }
}
