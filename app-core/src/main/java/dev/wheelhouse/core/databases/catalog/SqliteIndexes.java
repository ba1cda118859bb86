package dev.wheelhouse.core.databases.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the indexes of a SQLite table. */
final class SqliteIndexes {

    /** Only key columns; what an index carries besides (the rowid) has key 0. */
    private static final String INDEXES = """
            select l.name, l."unique", l.origin, l.partial, x.seqno, x.name
            from pragma_index_list(?, ?) l join pragma_index_xinfo(l.name, ?) x
            where x.key = 1 order by l.name, x.seqno
            """;

    private SqliteIndexes() {}

    static List<KeyCandidate> read(Connection connection, String schema, String table) throws SQLException {
        Map<String, Found> found = new LinkedHashMap<>();
        Rows.each(
                connection,
                INDEXES,
                row -> {
                    boolean unique = row.getBoolean(2);
                    boolean primary = row.getString(3).equals("pk");
                    boolean partial = row.getBoolean(4);
                    found.computeIfAbsent(row.getString(1), _ -> new Found(unique, primary, partial, new ArrayList<>()))
                            .columns()
                            .add(row.getString(6));
                },
                table,
                schema,
                schema);
        List<KeyCandidate> candidates = new ArrayList<>();
        for (Map.Entry<String, Found> entry : found.entrySet()) {
            candidates.add(candidate(connection, schema, entry.getKey(), entry.getValue()));
        }
        return candidates;
    }

    private static KeyCandidate candidate(Connection connection, String schema, String name, Found found)
            throws SQLException {
        boolean onExpressions = found.columns().contains(null);
        List<String> terms =
                onExpressions ? SqliteIndexText.terms(createStatement(connection, schema, name)) : List.of();
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < found.columns().size(); i++) {
            String column = found.columns().get(i);
            columns.add(column != null ? column : i < terms.size() ? terms.get(i) : "");
        }
        var index = new IndexDescription(name, columns, found.unique(), found.primary());
        return new KeyCandidate(index, !found.partial() && !onExpressions);
    }

    private static String createStatement(Connection connection, String schema, String index) throws SQLException {
        // The schema is one that pragma_table_list named, and quoted.
        String sql =
                "select sql from " + Identifiers.quote(schema, "sqlite_schema") + " where type = 'index' and name = ?";
        List<String> statements = Rows.list(connection, sql, row -> row.getString(1), index);
        return statements.isEmpty() ? "" : statements.getFirst();
    }

    private record Found(boolean unique, boolean primary, boolean partial, List<@Nullable String> columns) {}
}
