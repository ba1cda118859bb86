package dev.wheelhouse.core.backups.plan;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A complete base, as far as planning goes.
 *
 * @param runId of the run that made it
 * @param start from which its WAL is needed
 * @param stop up to which its WAL is needed: no restore from it ends earlier
 * @param stoppedAt the server's time at {@code stop} or a little later
 * @param nextTransaction the id (with epoch) that the server's next transaction had after {@code stop}; null when unknown
 * @param keep whether it stays whatever its age
 */
public record StoredBase(
        String runId,
        int timeline,
        WalPosition start,
        WalPosition stop,
        Instant stoppedAt,
        @Nullable Long nextTransaction,
        boolean keep) {}
