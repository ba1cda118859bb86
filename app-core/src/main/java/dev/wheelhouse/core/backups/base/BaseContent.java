package dev.wheelhouse.core.backups.base;

import dev.wheelhouse.core.databases.replication.BaseBackupStart;
import dev.wheelhouse.core.databases.replication.Compression;
import java.util.List;

/**
 * A base backup whose every byte is stored and was checked.
 *
 * @param start as the server began it
 * @param compression of the volumes, by the server or by the console
 * @param volumes of all archives, in order
 * @param unpackedBytes of all files together
 * @param files how many the manifest has; 0 of PostgreSQL 12, which makes none
 */
public record BaseContent(
        BaseBackupStart start, Compression compression, List<Volume> volumes, long unpackedBytes, long files) {

    public BaseContent {
        volumes = List.copyOf(volumes);
    }

    /** As they are stored. */
    public long storedBytes() {
        return volumes.stream().mapToLong(Volume::bytes).sum();
    }
}
