package dev.wheelhouse.core.backups.plan;

import dev.wheelhouse.core.backups.wal.WalRange;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.util.ArrayList;
import java.util.List;

/**
 * How a restore gets to its target.
 *
 * @param timeline on which the recovery goes on
 * @param wal that it may read, without a hole, by position; the segment that a timeline begins in is read from the new one
 * @param end where the stored WAL ends, inside a segment of which a part is stored
 */
public record RestorePlan(StoredBase base, RestoreTarget target, int timeline, List<WalRange> wal, WalPosition end) {

    public RestorePlan {
        wal = List.copyOf(wal);
    }

    /** How much WAL it may read, in bytes. */
    public long walBytes() {
        return wal.stream()
                .mapToLong(each -> each.to().value() - each.from().value())
                .sum();
    }

    /** Lines of {@code postgresql.conf}. */
    public List<String> settings() {
        List<String> lines = new ArrayList<>(target.settings());
        lines.add("recovery_target_timeline = '" + timeline + "'");
        return lines;
    }
}
