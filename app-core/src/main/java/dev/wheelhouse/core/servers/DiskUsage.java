package dev.wheelhouse.core.servers;

import java.util.List;

/**
 * What takes the space of a file system, from a folder downwards.
 *
 * @param path absolute
 * @param totalBytes of the file system that the folder is on
 * @param usedBytes of the same
 * @param availableBytes of the same, to others than root: less than the rest of it where some is reserved
 * @param bytes that the folder holds, other file systems in it left out
 * @param entries the largest, by size; what is nearly all of its folder stands for it
 * @param isPartial whether something could not be read, so that there may be more
 */
public record DiskUsage(
        String path,
        long totalBytes,
        long usedBytes,
        long availableBytes,
        long bytes,
        List<Entry> entries,
        boolean isPartial) {

    /**
     * A folder or a file.
     *
     * @param path absolute
     * @param bytes that it takes on the disk, with all below it
     */
    public record Entry(String path, long bytes) {}

    public DiskUsage {
        entries = List.copyOf(entries);
    }

    /** As df tells it: of what others than root may use, in whole percents, rounded up. */
    public long usedPercent() {
        long usable = usedBytes + availableBytes;
        return usable == 0 ? 0 : Math.ceilDiv(100 * (usedBytes >> 10), usable >> 10);
    }
}
