package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.databases.Engine;
import java.sql.Connection;
import java.sql.SQLException;

/** Reads a database's names in a few queries, however many tables it has. */
public final class SnapshotReader {

    private SnapshotReader() {}

    public static CatalogSnapshot read(Engine engine, Connection connection) throws SQLException {
        return switch (engine) {
            case POSTGRESQL -> PostgresSnapshot.read(connection);
            case SQLITE -> SqliteSnapshot.read(connection);
        };
    }
}
