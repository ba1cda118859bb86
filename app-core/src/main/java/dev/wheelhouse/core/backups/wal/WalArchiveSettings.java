package dev.wheelhouse.core.backups.wal;

/**
 * Where an archive keeps WAL, and how much.
 *
 * @param systemIdentifier of the cluster, in decimal
 * @param segmentBytes the cluster's {@code wal_segment_size}: a power of two, 1 MiB to 1 GiB
 * @param spoolBytes how much complete WAL waits for the store before the receiver waits; at least one segment waits
 *     whatever this is
 * @param writer larger than that of everybody who has written to the same place before, such as a lease's number: parts of
 *     segments bear it, so that a writer that was replaced without knowing it overwrites no newer ones
 */
public record WalArchiveSettings(
        String systemIdentifier, long segmentBytes, long spoolBytes, PartialTimes partialTimes, long writer) {

    private static final long SMALLEST = 1L << 20;
    private static final long LARGEST = 1L << 30;

    public WalArchiveSettings {
        if (Long.bitCount(segmentBytes) != 1 || segmentBytes < SMALLEST || segmentBytes > LARGEST) {
            throw new IllegalArgumentException("No size of WAL segments: " + segmentBytes);
        }
    }
}
