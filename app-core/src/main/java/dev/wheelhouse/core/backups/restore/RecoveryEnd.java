package dev.wheelhouse.core.backups.restore;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a recovery ended that was no failure.
 *
 * @param reachedTarget false when the WAL ended first; the server is stopped and may be started without a target
 * @param lastCommitAt of the last transaction that it brought back; null for none, and where it did not reach its target
 */
record RecoveryEnd(boolean reachedTarget, @Nullable Instant lastCommitAt) {}
