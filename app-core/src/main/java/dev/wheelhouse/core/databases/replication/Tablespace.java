package dev.wheelhouse.core.databases.replication;

import org.jspecify.annotations.Nullable;

/**
 * A part of a base backup that is an archive of its own.
 *
 * @param oid null for the data directory itself
 * @param location on the server; null with it
 * @param kibibytes as the server estimates them
 */
public record Tablespace(@Nullable String oid, @Nullable String location, long kibibytes) {

    /** Of the archive that PostgreSQL 15 and newer name so themselves. */
    String archiveName() {
        return (oid == null ? "base" : oid) + ".tar";
    }
}
