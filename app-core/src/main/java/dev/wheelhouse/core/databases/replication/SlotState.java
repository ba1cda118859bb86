package dev.wheelhouse.core.databases.replication;

import org.jspecify.annotations.Nullable;

/**
 * A slot as the server sees it (PostgreSQL manual, "pg_replication_slots").
 *
 * @param isActive whether somebody streams from it
 * @param loss why the server has given it up; null where it has not, as always before PostgreSQL 13
 * @param restart from where WAL is kept; null when it keeps none
 * @param retainedBytes of WAL that the server keeps for it; 0 when it keeps none
 * @param limitBytes beyond which the server gives a slot up: {@code max_slot_wal_keep_size} in whole segments, as the
 *     server counts; null for no limit
 */
public record SlotState(
        boolean isActive,
        @Nullable SlotLoss loss,
        @Nullable WalPosition restart,
        long retainedBytes,
        @Nullable Long limitBytes) {}
