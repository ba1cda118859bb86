package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.backups.plan.RestoreException;
import java.util.Optional;

/** Asks a cluster that was restored. */
interface ClusterAccess {

    /**
     * How far it is.
     *
     * @return empty while it does not take connections
     * @throws RestoreException when it takes them and does not answer
     */
    Optional<ClusterState> ask() throws RestoreException;
}
