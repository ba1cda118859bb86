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
 * @param lagBytes from there to where the server is; null while that is unknown
 * @param retainedBytes of WAL that the server keeps for us; null when unknown
 * @param retainedLimitBytes beyond which it gives our slot up; null for no limit, or unknown
 * @param freeBytes on the disk that its WAL lies on; null when unknown
 * @param isLate whether it was said that changes come late, and not yet that they come again
 */
public record BackupProgress(
        String configId,
        BackupState state,
        @Nullable String detail,
        boolean hasSlot,
        @Nullable Integer timeline,
        @Nullable String position,
        @Nullable Instant lastWalAt,
        @Nullable Long lagBytes,
        @Nullable Long retainedBytes,
        @Nullable Long retainedLimitBytes,
        @Nullable Long freeBytes,
        boolean isLate,
        Instant seenAt) {

    static BackupProgress waiting(String configId, Instant now) {
        return new BackupProgress(
                configId, BackupState.WAITING, null, false, null, null, null, null, null, null, null, false, now);
    }

    private SlotSpace space() {
        return new SlotSpace(retainedBytes, retainedLimitBytes, freeBytes);
    }

    private @Nullable WalStart stored() {
        return timeline == null || position == null ? null : new WalStart(timeline, WalPosition.parse(position));
    }

    private BackupProgress changed(
            BackupState now,
            @Nullable String why,
            boolean has,
            @Nullable WalStart stored,
            @Nullable Instant reached,
            @Nullable Long lag,
            SlotSpace space,
            Instant at) {
        return new BackupProgress(
                configId,
                now,
                why,
                has,
                stored == null ? null : stored.timeline(),
                stored == null ? null : stored.position().toString(),
                reached,
                lag,
                space.retainedBytes(),
                space.limitBytes(),
                space.freeBytes(),
                isLate,
                at);
    }

    BackupProgress in(BackupState now, @Nullable String why, Instant at) {
        return changed(now, why, hasSlot, stored(), lastWalAt, lagBytes, space(), at);
    }

    BackupProgress withSlot(boolean has, SlotSpace space) {
        return changed(state, detail, has, stored(), lastWalAt, lagBytes, space, seenAt);
    }

    BackupProgress at(WalStart stored, Instant reached) {
        return changed(state, detail, hasSlot, stored, reached, lagBytes, space(), seenAt);
    }

    BackupProgress lagging(@Nullable Long bytes) {
        return changed(state, detail, hasSlot, stored(), lastWalAt, bytes, space(), seenAt);
    }

    BackupProgress late(boolean said) {
        return new BackupProgress(
                configId,
                state,
                detail,
                hasSlot,
                timeline,
                position,
                lastWalAt,
                lagBytes,
                retainedBytes,
                retainedLimitBytes,
                freeBytes,
                said,
                seenAt);
    }

    @Nullable
    StoredEnd end() {
        WalStart stored = stored();
        return stored == null || lastWalAt == null
                ? null
                : new StoredEnd(stored.timeline(), stored.position(), lastWalAt);
    }
}
