package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.json.WireName;

/** How a database is backed up. */
public enum BackupType implements WireName {
    /** Continuously: bases and WAL of a PostgreSQL cluster, for a restore to any second. */
    PITR,
    /** By {@code pg_dump -Fc}, one database of PostgreSQL at a time. */
    DUMP,
    /** By copies of a SQLite file ({@code VACUUM INTO}). */
    SQLITE;

    /** Whether each run is a whole of its own, without anything between two of them. */
    public boolean isLogical() {
        return switch (this) {
            case PITR -> false;
            case DUMP, SQLITE -> true;
        };
    }
}
