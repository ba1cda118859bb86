package dev.wheelhouse.core.backups;

import org.jspecify.annotations.Nullable;

/**
 * What a slot costs its server.
 *
 * @param retainedBytes of WAL that the server keeps for it; null when unknown
 * @param limitBytes beyond which the server gives the slot up ({@code max_slot_wal_keep_size}); null for none, or unknown
 * @param freeBytes on the disk that the WAL lies on; null when unknown
 */
record SlotSpace(
        @Nullable Long retainedBytes,
        @Nullable Long limitBytes,
        @Nullable Long freeBytes) {

    static final SlotSpace UNKNOWN = new SlotSpace(null, null, null);
}
