package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.SnapshotTable.SnapshotColumn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Names of a SQLite file. */
final class SqliteSnapshot {

    private static final String TABLES = """
            SELECT name, type = 'view' AS is_view FROM main.sqlite_schema
            WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            ORDER BY name LIMIT 20000
            """;

    private SqliteSnapshot() {}

    static CatalogSnapshot read(Connection connection) throws SQLException {
        Map<String, List<ForeignKeyDescription>> keys = SqliteForeignKeys.ofMain(connection);
        List<SnapshotTable> tables = Rows.list(connection, TABLES, row -> {
            String name = row.getString("name");
            return new SnapshotTable(
                    "main",
                    name,
                    row.getBoolean("is_view"),
                    true,
                    columns(connection, name),
                    keys.getOrDefault(name, List.of()));
        });
        return new CatalogSnapshot(Engine.SQLITE, tables, functions(connection));
    }

    /** With a statement for each table: one that failed on a broken view could not be used for the next. */
    private static List<SnapshotColumn> columns(Connection connection, String table) {
        try {
            return Rows.list(
                    connection,
                    "SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden <> 1",
                    row -> new SnapshotColumn(row.getString("name"), row.getString("type")),
                    table);
        } catch (SQLException _) {
            // A view over a table that is gone: its name completes, its columns cannot.
            return List.of();
        }
    }

    private static List<String> functions(Connection connection) throws SQLException {
        return Rows.list(
                connection,
                "SELECT DISTINCT name FROM pragma_function_list WHERE name GLOB '[a-z]*' ORDER BY name",
                row -> row.getString("name"));
    }
}
