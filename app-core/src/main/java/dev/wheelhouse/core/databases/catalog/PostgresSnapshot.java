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
import org.jspecify.annotations.Nullable;

/** Names of a PostgreSQL database, its own system catalogue included. */
final class PostgresSnapshot {

    private static final int FETCH = 5000;

    private static final String COLUMNS = """
        select c.oid::text as oid, n.nspname, c.relname, c.relkind in ('v', 'm') as is_view,
               n.nspname = 'pg_catalog' or n.nspname = any(pg_catalog.current_schemas(true)) as reachable,
               a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod) as data_type
        from pg_catalog.pg_class c
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'v', 'm', 'f', 'p') and n.nspname !~ '^pg_(toast|temp)'
        order by n.nspname = 'pg_catalog', n.nspname = 'information_schema', n.nspname collate "C",
                 c.relname collate "C", c.oid, a.attnum
        limit 1000000
        """;

    /** Without what SQL cannot call: functions of internal types, of triggers and of types' own making. */
    private static final String FUNCTIONS = """
        select distinct p.proname::text collate "C" as name
        from pg_catalog.pg_proc p
        where p.pronamespace in (select n.oid from pg_catalog.pg_namespace n
                                 where n.nspname = any(pg_catalog.current_schemas(true)))
          and p.prokind in ('f', 'a', 'w')
          and not (array['internal', 'cstring', 'trigger', 'event_trigger']::regtype[]::oid[]
                   && (p.proargtypes::oid[] || p.prorettype))
        order by name
        limit 20000
        """;

    private PostgresSnapshot() {}

    static CatalogSnapshot read(Connection connection) throws SQLException {
        List<String> functions = Rows.list(connection, FUNCTIONS, row -> row.getString("name"));
        return new CatalogSnapshot(Engine.POSTGRESQL, tables(connection, foreignKeys(connection)), functions);
    }

    private static Statement statement(Connection connection) throws SQLException {
        Statement statement = connection.createStatement();
        statement.setFetchSize(FETCH);
        return statement;
    }

    private static Map<String, List<ForeignKeyDescription>> foreignKeys(Connection connection) throws SQLException {
        Map<String, List<ForeignKeyDescription>> keys = new HashMap<>();
        try (Statement statement = statement(connection);
                ResultSet row = statement.executeQuery(PostgresCatalogSql.ALL_FOREIGN_KEYS)) {
            while (row.next()) {
                keys.computeIfAbsent(row.getString("oid"), _ -> new ArrayList<>())
                        .add(PostgresCatalog.foreignKey(row));
            }
        }
        return keys;
    }

    private static List<SnapshotTable> tables(Connection connection, Map<String, List<ForeignKeyDescription>> keys)
            throws SQLException {
        List<SnapshotTable> tables = new ArrayList<>();
        try (Statement statement = statement(connection);
                ResultSet row = statement.executeQuery(COLUMNS)) {
            @Nullable Making making = null;
            while (row.next()) {
                String oid = row.getString("oid");
                if (making == null || !making.oid.equals(oid)) {
                    if (making != null) {
                        tables.add(making.table(keys));
                    }
                    making = new Making(
                            oid,
                            row.getString("nspname"),
                            row.getString("relname"),
                            row.getBoolean("is_view"),
                            row.getBoolean("reachable"),
                            new ArrayList<>());
                }
                String column = row.getString("attname");
                if (column != null) {
                    making.columns.add(new SnapshotColumn(
                            column, row.getString("data_type").intern()));
                }
            }
            if (making != null) {
                tables.add(making.table(keys));
            }
        }
        return tables;
    }

    private record Making(
            String oid, String schema, String name, boolean view, boolean reachable, List<SnapshotColumn> columns) {

        SnapshotTable table(Map<String, List<ForeignKeyDescription>> keys) {
            return new SnapshotTable(schema, name, view, reachable, columns, keys.getOrDefault(oid, List.of()));
        }
    }
}
