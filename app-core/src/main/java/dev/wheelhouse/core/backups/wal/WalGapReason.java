package dev.wheelhouse.core.backups.wal;

/** Why WAL is missing in the archive. */
public enum WalGapReason {
    /** The server gave the slot up, since it kept too much WAL. */
    SLOT_LOST,
    /** The server gave the slot up, since nobody used it. */
    SLOT_IDLE,
    /** The slot is not there any more. */
    SLOT_MISSING,
    /** The server removed the segment (58P01). */
    SEGMENT_REMOVED,
    /** The server went on with a timeline that begins after what was received. */
    TIMELINE_AHEAD,
    /** The store does not have any more what was stored. */
    OBJECT_LOST
}
