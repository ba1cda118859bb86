package dev.wheelhouse.core.databases.catalog;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** PostgreSQL 12 to 18, from the system catalogues (chapter 53). Three round trips describe a table. */
final class PostgresCatalog implements Catalog {

    @Override
    public List<TableSummary> tables(Connection connection) throws SQLException {
        return Rows.list(
                connection,
                PostgresCatalogSql.TABLES,
                row -> new TableSummary(
                        row.getString(1),
                        row.getString(2),
                        kind(row.getString(3)),
                        nullableLong(row, 4),
                        row.getString(5)),
                MAX_TABLES);
    }

    @Override
    public Optional<TableDescription> describe(Connection connection, String schema, String table) throws SQLException {
        if (schema.indexOf('\0') >= 0 || table.indexOf('\0') >= 0) {
            return Optional.empty();
        }
        Found found = columns(connection, schema, table);
        if (found == null) {
            return Optional.empty();
        }
        List<KeyCandidate> candidates = indexes(connection, found.oid());
        List<String> declared = candidates.stream()
                .map(KeyCandidate::index)
                .filter(IndexDescription::primary)
                .findFirst()
                .map(IndexDescription::columns)
                .orElse(List.of());
        Set<String> notNull = new HashSet<>();
        for (ColumnDescription column : found.columns()) {
            if (!column.nullable()) {
                notNull.add(column.name());
            }
        }
        List<String> key = declared.isEmpty()
                ? KeyCandidate.smallestUnique(candidates, notNull).orElse(List.of())
                : declared;
        return Optional.of(new TableDescription(
                schema,
                table,
                found.columns(),
                key,
                KeyCandidate.indexes(candidates),
                foreignKeys(connection, found.oid())));
    }

    @Override
    public Optional<String> definition(Connection connection, String schema, String table) throws SQLException {
        return schema.indexOf('\0') >= 0 || table.indexOf('\0') >= 0
                ? Optional.empty()
                : PostgresDefinition.of(connection, schema, table);
    }

    @Override
    public List<String> enumLabels(Connection connection, String schema, String table, String column)
            throws SQLException {
        return Rows.list(connection, PostgresCatalogSql.ENUM_LABELS, row -> row.getString(1), schema, table, column);
    }

    private static @Nullable Found columns(Connection connection, String schema, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PostgresCatalogSql.COLUMNS)) {
            statement.setString(1, schema);
            statement.setString(2, table);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    return null;
                }
                long oid = rows.getLong("oid");
                List<ColumnDescription> columns = new ArrayList<>();
                do {
                    // A table may have no columns at all; then its one row here has no name.
                    if (rows.getString("name") != null) {
                        columns.add(column(rows));
                    }
                } while (rows.next());
                return new Found(oid, columns);
            }
        }
    }

    private static ColumnDescription column(ResultSet row) throws SQLException {
        boolean array = row.getBoolean("is_array");
        String kind = row.getString("base_kind");
        return new ColumnDescription(
                row.getString("name"),
                row.getString("data_type"),
                PostgresTypes.uiType(row.getString("base_name"), kind, array),
                row.getBoolean("nullable"),
                row.getString("default_value"),
                row.getBoolean("in_primary_key"),
                row.getBoolean("writable"),
                row.getBoolean("comparable"));
    }

    private static List<KeyCandidate> indexes(Connection connection, long oid) throws SQLException {
        return Rows.list(
                connection,
                PostgresCatalogSql.INDEXES,
                row -> {
                    var index = new IndexDescription(
                            row.getString("name"),
                            strings(row, "columns"),
                            row.getBoolean("is_unique"),
                            row.getBoolean("is_primary"));
                    return new KeyCandidate(index, row.getBoolean("usable"));
                },
                oid);
    }

    private static List<ForeignKeyDescription> foreignKeys(Connection connection, long oid) throws SQLException {
        return Rows.list(connection, PostgresCatalogSql.FOREIGN_KEYS, PostgresCatalog::foreignKey, oid);
    }

    /** Of a row that names the key, its columns and what they refer to. */
    static ForeignKeyDescription foreignKey(ResultSet row) throws SQLException {
        return new ForeignKeyDescription(
                row.getString("name"),
                strings(row, "columns"),
                row.getString("ref_schema"),
                row.getString("ref_table"),
                strings(row, "ref_columns"));
    }

    private static List<String> strings(ResultSet row, String column) throws SQLException {
        Array array = row.getArray(column);
        return List.of((String[]) array.getArray());
    }

    private static @Nullable Long nullableLong(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    private static TableSummary.Kind kind(String relationKind) {
        return switch (relationKind) {
            case "r" -> TableSummary.Kind.TABLE;
            case "v" -> TableSummary.Kind.VIEW;
            case "m" -> TableSummary.Kind.MATERIALIZED_VIEW;
            case "f" -> TableSummary.Kind.FOREIGN_TABLE;
            case "p" -> TableSummary.Kind.PARTITIONED_TABLE;
            default -> throw new IllegalStateException("pg_class.relkind " + relationKind + " was not asked for.");
        };
    }

    private record Found(long oid, List<ColumnDescription> columns) {}
}
