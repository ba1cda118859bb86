package dev.wheelhouse.core.backups.restore;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a restored cluster says of itself.
 *
 * @param inRecovery whether it still reads WAL
 * @param lastCommitAt of the last transaction that its recovery brought back; null when it brought none
 */
record ClusterState(boolean inRecovery, @Nullable Instant lastCommitAt) {}
