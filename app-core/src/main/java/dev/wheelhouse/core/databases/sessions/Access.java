package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;

/** What a call may do to its database. PostgreSQL holds a call to it by transaction, SQLite by how the file was opened. */
public enum Access {
    /** A SQLite file is opened with {@code SQLITE_OPEN_READONLY}, which no statement can undo. */
    READING,
    WRITING;

    /** How a connection has to be opened for the call: a read-only SQLite connection never opens its file to write. */
    Access opening(DatabaseConnection connection) {
        if (connection.engine() != Engine.SQLITE) {
            return WRITING;
        }
        return connection.readOnly() ? READING : this;
    }
}
