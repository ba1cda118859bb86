package dev.wheelhouse.core.databases.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** SQLite from 3.37, by its pragmas as table-valued functions, whose arguments can be bound. */
final class SqliteCatalog implements Catalog {

    private static final String TABLES = """
        select schema, name, type from pragma_table_list
        where type in ('table', 'view', 'virtual') and name not like 'sqlite\\_%' escape '\\'
        order by schema, name limit ?
        """;

    private static final String STATISTICS_PRESENT =
            "select distinct schema from pragma_table_list where name = 'sqlite_stat1'";

    @Override
    public List<TableSummary> tables(Connection connection) throws SQLException {
        Map<String, Map<String, Long>> estimates = estimates(connection);
        return Rows.list(
                connection,
                TABLES,
                row -> {
                    String schema = row.getString(1);
                    String name = row.getString(2);
                    boolean view = row.getString(3).equals("view");
                    return new TableSummary(
                            schema,
                            name,
                            view ? TableSummary.Kind.VIEW : TableSummary.Kind.TABLE,
                            estimates.getOrDefault(schema, Map.of()).get(name),
                            null);
                },
                MAX_TABLES);
    }

    @Override
    public Optional<TableDescription> describe(Connection connection, String schema, String table) throws SQLException {
        Optional<SqliteTable> found = SqliteTable.find(connection, schema, table);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        SqliteTable relation = found.get();
        List<KeyCandidate> candidates = SqliteIndexes.read(connection, schema, table);
        boolean rowidAlias = relation.isRowidAlias(candidates);
        List<ColumnDescription> columns = relation.columns().stream()
                .map(each -> each.describe(rowidAlias))
                .toList();
        return Optional.of(new TableDescription(
                schema,
                table,
                columns,
                key(relation, columns, candidates),
                KeyCandidate.indexes(candidates),
                SqliteForeignKeys.read(connection, schema, table)));
    }

    /** SQLite keeps the statements themselves ("The Schema Table"), and compares names without case. */
    @Override
    public Optional<String> definition(Connection connection, String schema, String table) throws SQLException {
        if (SqliteTable.find(connection, schema, table).isEmpty()) {
            return Optional.empty();
        }
        String sql = "select sql || ';\n' as statement, type = 'trigger' and exists (select 1 from "
                + Identifiers.quote(schema, "sqlite_master")
                + " t where t.type = 'table' and t.name = s.tbl_name collate nocase) as acts_on_rows from "
                + Identifiers.quote(schema, "sqlite_master")
                + " s where tbl_name = ? collate nocase and sql is not null"
                + " order by type not in ('table', 'view'), type, name";
        StringBuilder definition = new StringBuilder();
        Rows.each(
                connection,
                sql,
                row -> {
                    if (row.getBoolean("acts_on_rows") && definition.indexOf(ROWS_HERE) < 0) {
                        definition.append(ROWS_HERE);
                    }
                    definition.append(row.getString("statement"));
                },
                table);
        return Optional.of(definition.toString());
    }

    @Override
    public List<String> enumLabels(Connection connection, String schema, String table, String column) {
        return List.of();
    }

    private static List<String> key(
            SqliteTable relation, List<ColumnDescription> columns, List<KeyCandidate> candidates) {
        Set<String> notNull = new LinkedHashSet<>();
        for (ColumnDescription column : columns) {
            if (!column.nullable()) {
                notNull.add(column.name());
            }
        }
        List<String> declared = relation.columns().stream()
                .filter(column -> column.keyPosition() > 0)
                .sorted(Comparator.comparingInt(SqliteTable.Column::keyPosition))
                .map(SqliteTable.Column::name)
                .toList();
        // Outside INTEGER PRIMARY KEY, WITHOUT ROWID and STRICT, a key column may hold nulls, and many of them
        // ("CREATE TABLE", section 3.5).
        if (!declared.isEmpty() && notNull.containsAll(declared)) {
            return declared;
        }
        return KeyCandidate.smallestUnique(candidates, notNull)
                .or(() -> relation.visibleRowid().map(List::of))
                .orElse(List.of());
    }

    /** Schema to table to rows, as ANALYZE left them; the first number of each line is the rows of that index. */
    private static Map<String, Map<String, Long>> estimates(Connection connection) throws SQLException {
        Map<String, Map<String, Long>> estimates = new HashMap<>();
        for (String schema : Rows.list(connection, STATISTICS_PRESENT, row -> row.getString(1))) {
            String sql = "select tbl, max(cast(stat as integer)) from " + Identifiers.quote(schema, "sqlite_stat1")
                    + " group by tbl";
            Map<String, Long> ofSchema = estimates.computeIfAbsent(schema, _ -> new HashMap<>());
            Rows.each(connection, sql, row -> ofSchema.put(row.getString(1), row.getLong(2)));
        }
        return estimates;
    }
}
