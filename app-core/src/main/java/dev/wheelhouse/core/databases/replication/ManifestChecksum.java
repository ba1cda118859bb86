package dev.wheelhouse.core.databases.replication;

/** What a backup manifest has of each file. */
public enum ManifestChecksum {
    CRC32C,
    SHA256
}
