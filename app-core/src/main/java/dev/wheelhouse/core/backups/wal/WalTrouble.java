package dev.wheelhouse.core.backups.wal;

/** Why the archive refuses WAL. */
public enum WalTrouble {
    /** The server sent other bytes than before for the same positions: another system has its address now. */
    OTHER_BYTES_RECEIVED,
    /** The store has other bytes under a segment's name; they stay, and so do the local ones. */
    OTHER_BYTES_STORED,
    /** The bytes do not follow those before them, or the stream begins where none can. */
    OUT_OF_ORDER,
    /** The archive was closed. */
    CLOSED
}
