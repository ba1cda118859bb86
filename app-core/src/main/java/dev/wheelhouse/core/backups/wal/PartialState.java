package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;

/**
 * How much of the segment that is received is on the disk.
 *
 * @param flushed in bytes from its beginning
 */
record PartialState(SegmentName segment, long flushed) {

    WalPosition position() {
        return segment.start().plus(flushed);
    }
}
