package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.SnapshotTable.SnapshotColumn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names of a SQLite file. */
final class SqliteSnapshot {

    private static final String TABLES = """
            SELECT name, type = 'view' AS is_view FROM main.sqlite_schema
            WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            ORDER BY name LIMIT 20000
            """;

    private static final String FOREIGN_KEYS = """
            SELECT m.name AS "on", k.id, k."table", k."from", k."to"
            FROM main.sqlite_schema m, pragma_foreign_key_list(m.name) k
            WHERE m.type = 'table' ORDER BY m.name, k.id, k.seq
            """;

    private SqliteSnapshot() {}

    static CatalogSnapshot read(Connection connection) throws SQLException {
        Map<String, List<ForeignKeyDescription>> keys = foreignKeys(connection);
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

    private static Map<String, List<ForeignKeyDescription>> foreignKeys(Connection connection) throws SQLException {
        Map<String, List<ForeignKeyDescription>> keys = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(FOREIGN_KEYS)) {
            String last = "";
            while (row.next()) {
                String table = row.getString("on");
                String to = row.getString("to");
                List<ForeignKeyDescription> known = keys.computeIfAbsent(table, _ -> new ArrayList<>());
                String key = table + "/" + row.getString("id");
                // Without a column it means the other table's primary key, which the reader need not know.
                if (to == null) {
                    continue;
                }
                if (key.equals(last)) {
                    known.set(known.size() - 1, extended(known.getLast(), row.getString("from"), to));
                } else {
                    known.add(new ForeignKeyDescription(
                            key, List.of(row.getString("from")), "main", row.getString("table"), List.of(to)));
                }
                last = key;
            }
        }
        return keys;
    }

    private static ForeignKeyDescription extended(ForeignKeyDescription key, String from, String to) {
        List<String> columns = new ArrayList<>(key.columns());
        columns.add(from);
        List<String> referenced = new ArrayList<>(key.refColumns());
        referenced.add(to);
        return new ForeignKeyDescription(key.name(), columns, key.refSchema(), key.refTable(), referenced);
    }
}
