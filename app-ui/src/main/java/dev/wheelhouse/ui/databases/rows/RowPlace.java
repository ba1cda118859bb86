package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.DatabaseConnection;

/** The table that rows are of. */
public record RowPlace(DatabaseConnection connection, String schema, String table) {

    /** The same table on the connection as it is now. */
    public RowPlace on(DatabaseConnection now) {
        return new RowPlace(now, schema, table);
    }
}
