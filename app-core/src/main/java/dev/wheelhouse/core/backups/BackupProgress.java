package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.StoredEnd;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the WAL of a configuration is, as its console wrote it down last.
 *
 * @param detail why, for people; null for nothing to say
 * @param hasSlot whether the cluster may have a slot of ours
 * @param timeline with {@code position} up to where WAL is stored without a hole; null until that is known
 * @param lastWalAt the server's time that the position reaches, never later than the truth; null with it
 * @param lagBytes from there to where the server is
 * @param retainedBytes of WAL that the server keeps for us; null when unknown
 */
public record BackupProgress(
        String configId,
        BackupState state,
        @Nullable String detail,
        boolean hasSlot,
        @Nullable Integer timeline,
        @Nullable String position,
        @Nullable Instant lastWalAt,
        long lagBytes,
        @Nullable Long retainedBytes,
        Instant seenAt) {

    static BackupProgress waiting(String configId, Instant now) {
        return new BackupProgress(configId, BackupState.WAITING, null, false, null, null, null, 0, null, now);
    }

    BackupProgress in(BackupState now, @Nullable String why, Instant at) {
        return new BackupProgress(
                configId, now, why, hasSlot, timeline, position, lastWalAt, lagBytes, retainedBytes, at);
    }

    BackupProgress withSlot(boolean has, @Nullable Long retained) {
        return new BackupProgress(
                configId, state, detail, has, timeline, position, lastWalAt, lagBytes, retained, seenAt);
    }

    BackupProgress at(WalStart stored, Instant reached) {
        return new BackupProgress(
                configId,
                state,
                detail,
                hasSlot,
                stored.timeline(),
                stored.position().toString(),
                reached,
                lagBytes,
                retainedBytes,
                seenAt);
    }

    BackupProgress lagging(long bytes) {
        return new BackupProgress(
                configId, state, detail, hasSlot, timeline, position, lastWalAt, bytes, retainedBytes, seenAt);
    }

    @Nullable
    StoredEnd end() {
        return timeline == null || position == null || lastWalAt == null
                ? null
                : new StoredEnd(timeline, WalPosition.parse(position), lastWalAt);
    }
}
