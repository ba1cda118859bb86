package dev.wheelhouse.core.databases.values;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What one engine's driver tells of a result's columns, counted from 1. */
interface ColumnTypes {

    static ColumnTypes of(Engine engine, ResultSet rows) throws SQLException {
        return switch (engine) {
            case POSTGRESQL -> new PostgresTypes(rows);
            case SQLITE -> new SqliteTypes(rows);
        };
    }

    String name(int column) throws SQLException;

    ValueCodec codec(int column) throws SQLException;

    /** The codec of a column that is known to be a certain table's. */
    ValueCodec codec(int column, ColumnDescription known) throws SQLException;
}
