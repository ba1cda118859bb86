package dev.wheelhouse.core.backups.wal;

/** What the archive does. */
public enum WalState {
    /** No stream has begun. */
    IDLE,
    RECEIVING,
    /** The spool is full or the store fails: the server keeps its WAL until the store has caught up. */
    LAGGING,
    /** This machine's disk is full. */
    DISK_FULL,
    /** The store or the server has other bytes for the same positions. Nothing goes on without a person. */
    CONFLICT
}
