package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.json.WireName;

/** What the WAL of a configuration does; of dumps and copies of a file, whether they can be made. */
public enum BackupState implements WireName {
    /** No console has worked it yet. */
    WAITING,
    /** Dumps, or copies of a file, are made when they are due. */
    READY,
    /** WAL arrives and is stored. */
    STREAMING,
    /** It arrives faster than it is stored, or the destination fails: the cluster keeps it meanwhile. */
    LAGGING,
    /** The console's own disk is full. */
    DISK_FULL,
    /** The cluster does not answer, or refuses. */
    SOURCE_AWAY,
    /** The cluster answers and does not let the login replicate. */
    LOGIN_REFUSED,
    /** The destination does not answer, or refuses. */
    DESTINATION_AWAY,
    /** The address leads to another cluster, or to one that has lost WAL. Nothing goes on without a person. */
    CONFLICT,
    /** Somebody has paused it. */
    PAUSED
}
