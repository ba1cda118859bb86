package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * WAL that the archive never received. No restore reaches a time inside it or, from a base before it, after it.
 *
 * @param timeline of the WAL after the gap
 * @param from up to where WAL is there
 * @param to where it begins again
 * @param lastTime the server's time that {@code from} reaches; null when unknown
 * @param noticedAt by this machine's clock
 */
public record WalGap(
        int timeline,
        WalPosition from,
        WalPosition to,
        @Nullable Instant lastTime,
        Instant noticedAt,
        WalGapReason reason) {}
