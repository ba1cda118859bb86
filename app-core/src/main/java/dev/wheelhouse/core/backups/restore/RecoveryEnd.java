package dev.wheelhouse.core.backups.restore;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a recovery ended that was no failure.
 *
 * @param promoted whether the cluster answers; false when the server refused to go on because the WAL ended before the
 *     target, stopped, and may be started without a target
 * @param stoppedAtTarget whether its log says that it came to its target
 * @param lastCommitAt of the last transaction that it brought back; null for none, and where it did not promote
 */
record RecoveryEnd(
        boolean promoted, boolean stoppedAtTarget, @Nullable Instant lastCommitAt) {}
