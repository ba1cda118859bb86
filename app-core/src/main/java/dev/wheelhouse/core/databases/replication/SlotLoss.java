package dev.wheelhouse.core.databases.replication;

import org.jspecify.annotations.Nullable;

/** Why a server has given a slot up (PostgreSQL manual, "pg_replication_slots", {@code invalidation_reason}). */
public enum SlotLoss {
    /** More WAL had to be kept for it than {@code max_slot_wal_keep_size}; servers before PostgreSQL 17 know no other. */
    TOO_MUCH_WAL,
    /** Nobody used it for {@code idle_replication_slot_timeout} (PostgreSQL 18); the WAL may be there still. */
    IDLE;

    /** @param reason as the server names it; null where it does not */
    static SlotLoss of(@Nullable String reason) {
        return "idle_timeout".equals(reason) ? IDLE : TOO_MUCH_WAL;
    }
}
