package dev.wheelhouse.core.servers;

import java.util.List;

/**
 * What takes the space of a file system, from a folder downwards.
 *
 * @param path absolute
 * @param totalBytes of the file system that the folder is on
 * @param usedBytes of the same
 * @param bytes that the folder holds, other file systems in it left out
 * @param entries the largest, by size; what is nearly all of its folder stands for it
 * @param isPartial whether something could not be read, so that there may be more
 */
public record DiskUsage(
        String path, long totalBytes, long usedBytes, long bytes, List<Entry> entries, boolean isPartial) {

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
}
