package dev.wheelhouse.core.databases.replication;

import java.util.List;

/**
 * What a base backup is going to be.
 *
 * @param position from which its WAL is needed
 * @param tablespaces one archive each, the data directory among them
 * @param compression of all archives
 */
public record BaseBackupStart(
        WalPosition position, int timeline, List<Tablespace> tablespaces, Compression compression) {}
