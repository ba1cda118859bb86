package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A whole segment that the store has.
 *
 * @param object its name in the store
 * @param sha256 of the segment before compression, in lower-case hex
 * @param lastTime the server's time that the segment's end reaches, never later than the truth; null when unknown
 */
public record StoredSegment(
        String object,
        int timeline,
        WalPosition start,
        long bytes,
        String sha256,
        @Nullable Instant lastTime) {}
