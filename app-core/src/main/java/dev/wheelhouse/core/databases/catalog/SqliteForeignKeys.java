package dev.wheelhouse.core.databases.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the references of a SQLite table. SQLite does not report their names, so each is called as PostgreSQL would have
 * named it: {@code table_column_fkey}.
 */
final class SqliteForeignKeys {

    /**
     * In declared order, which SQLite counts backwards. A reference that names no columns means the parent's primary
     * key, position by position.
     */
    private static final String FOREIGN_KEYS = """
            select f.id, f."table", f."from",
                   coalesce(f."to", (select p.name from pragma_table_xinfo(f."table", ?) p where p.pk = f.seq + 1))
            from pragma_foreign_key_list(?, ?) f order by f.id desc, f.seq
            """;

    /** Of every table, without what means the parent's primary key. */
    private static final String ALL_FOREIGN_KEYS = """
            select m.name, k.id, k."table", k."from", k."to"
            from main.sqlite_schema m, pragma_foreign_key_list(m.name) k
            where m.type = 'table' and k."to" is not null order by m.name, k.id, k.seq
            """;

    private SqliteForeignKeys() {}

    /** The references of the tables of {@code main} that name the columns they refer to, by table. */
    static Map<String, List<ForeignKeyDescription>> ofMain(Connection connection) throws SQLException {
        Map<String, Map<Integer, Found>> found = new LinkedHashMap<>();
        Rows.each(connection, ALL_FOREIGN_KEYS, row -> {
            String refTable = row.getString(3);
            Found key = found.computeIfAbsent(row.getString(1), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(row.getInt(2), _ -> new Found(refTable, new ArrayList<>(), new ArrayList<>()));
            key.columns().add(row.getString(4));
            key.refColumns().add(row.getString(5));
        });
        Map<String, List<ForeignKeyDescription>> keys = new HashMap<>();
        found.forEach((table, ofTable) -> keys.put(
                table,
                ofTable.values().stream()
                        .map(key -> key.describe("main", table))
                        .toList()));
        return keys;
    }

    static List<ForeignKeyDescription> read(Connection connection, String schema, String table) throws SQLException {
        Map<Integer, Found> found = new LinkedHashMap<>();
        Rows.each(
                connection,
                FOREIGN_KEYS,
                row -> {
                    String refTable = row.getString(2);
                    Found key = found.computeIfAbsent(
                            row.getInt(1), _ -> new Found(refTable, new ArrayList<>(), new ArrayList<>()));
                    key.columns().add(row.getString(3));
                    String refColumn = row.getString(4);
                    // The parent may be missing or have no key: SQLite allows to declare such a reference.
                    if (refColumn != null) {
                        key.refColumns().add(refColumn);
                    }
                },
                schema,
                table,
                schema);
        return found.values().stream().map(key -> key.describe(schema, table)).toList();
    }

    private record Found(String refTable, List<String> columns, List<String> refColumns) {

        ForeignKeyDescription describe(String schema, String table) {
            String name = table + "_" + String.join("_", columns) + "_fkey";
            return new ForeignKeyDescription(name, columns, schema, refTable, refColumns);
        }
    }
}
