package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.wal.WalGapReason;

/** Reasons of gaps, for people. */
final class GapWords {

    private GapWords() {}

    /** @param reason the name of one, or empty where none was noted */
    static String of(String reason) {
        return reason.isEmpty() ? "WAL is missing in the destination." : of(WalGapReason.valueOf(reason));
    }

    static String of(WalGapReason reason) {
        return switch (reason) {
            case SLOT_LOST ->
                "The server gave up the slot: more WAL had to be kept for it than max_slot_wal_keep_size allows.";
            case SLOT_IDLE ->
                "The server gave up the slot: nobody had used it for as long as idle_replication_slot_timeout says.";
            case SLOT_MISSING -> "The slot was not there: backups were paused, or somebody dropped it.";
            case SEGMENT_REMOVED -> "The server had removed WAL that was not stored yet.";
            case TIMELINE_AHEAD -> "The server went on from an earlier place, on a new timeline.";
            case OBJECT_LOST -> "The destination has lost WAL that was stored.";
        };
    }
}
