package dev.wheelhouse.core.databases.replication;

import org.jspecify.annotations.Nullable;

/**
 * A slot as the server sees it (PostgreSQL manual, "pg_replication_slots").
 *
 * @param isActive whether somebody streams from it
 * @param isLost whether the server has removed WAL that the slot should have kept; always false before PostgreSQL 13
 * @param restart from where WAL is kept; null when it keeps none
 * @param retainedBytes of WAL that the server keeps for it; 0 when it keeps none
 * @param limitBytes beyond which the server gives a slot up ({@code max_slot_wal_keep_size}); null for no limit
 */
public record SlotState(
        boolean isActive,
        boolean isLost,
        @Nullable WalPosition restart,
        long retainedBytes,
        @Nullable Long limitBytes) {}
