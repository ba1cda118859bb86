package dev.wheelhouse.core.databases.sql;

/** How far a statement reaches, from harmless to unknown. */
public enum StatementLevel {
    READ,
    /** Settings, cursors and transactions of the session itself. */
    SESSION,
    WRITE,
    DDL,
    /** Counts as a write, but needs confirmation on a production connection for more reasons than that. */
    GUARDED,
    /**
     * A write to rows whose number its text leaves open: needs confirmation where the database expects that it changes most
     * rows of a table.
     */
    BULK,
    /** Needs confirmation everywhere. */
    DESTRUCTIVE,
    /** Not understood: treated as {@link #GUARDED} and never let through on a read-only connection. */
    UNKNOWN,
    /** Never runs through the console. */
    REFUSED
}
