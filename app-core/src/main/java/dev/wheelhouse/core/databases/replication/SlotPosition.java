package dev.wheelhouse.core.databases.replication;

import org.jspecify.annotations.Nullable;

/**
 * What a physical slot keeps (READ_REPLICATION_SLOT).
 *
 * @param restart from where WAL is kept; null when the slot keeps none, as one that was invalidated
 * @param timeline of that position; null with it
 */
public record SlotPosition(
        @Nullable WalPosition restart, @Nullable Integer timeline) {}
