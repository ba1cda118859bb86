package dev.wheelhouse.core.databases.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The statements that make a table of PostgreSQL 12 to 18 again, with its partitions, sequences, keys, indexes, triggers,
 * rules, policies, comments, owner and rights. Left out are a table's place (tablespace, access method), what only tunes
 * it (storage and statistics of columns, replica identity, clustering) and security labels, which {@code pg_dump} has.
 */
final class PostgresDefinition {

    private final Connection connection;
    private final List<String> statements = new ArrayList<>();

    /** Keys of other tables, which go with one that is dropped with {@code CASCADE}. */
    private final List<String> references = new ArrayList<>();

    private PostgresDefinition(Connection connection) {
        this.connection = connection;
    }

    private record Relation(
            long oid,
            String kind,
            boolean isPartition,
            String name,
            String persistence,
            String options,
            @Nullable String partitionKey,
            @Nullable String bound,
            @Nullable String query,
            @Nullable String parents,
            @Nullable String server) {}

    /** @param connection within a transaction, whose {@code search_path} becomes empty */
    static Optional<String> of(Connection connection, String schema, String table) throws SQLException {
        // Else what is found by the path is not qualified (manual, chapter 9.26.4).
        Rows.list(connection, "select pg_catalog.set_config('search_path', '', true)", row -> row.getString(1));
        PostgresDefinition definition = new PostgresDefinition(connection);
        if (!definition.add(schema, table)) {
            return Optional.empty();
        }
        return Optional.of(String.join(";\n", definition.statements) + ";\n" + definition.referencesInWords());
    }

    private String referencesInWords() {
        return references.isEmpty()
                ? ""
                : references.stream()
                        .map(each -> "-- " + each.replace("\n", "\n-- ") + ";\n")
                        .collect(Collectors.joining(
                                "", "-- Other tables refer to it. DROP ... CASCADE removes these keys too:\n", ""));
    }

    private boolean add(String schema, String table) throws SQLException {
        List<Relation> found = Rows.list(
                connection,
                PostgresDefinitionSql.RELATION,
                row -> new Relation(
                        row.getLong("oid"),
                        row.getString("kind"),
                        row.getBoolean("is_partition"),
                        row.getString("name"),
                        row.getString("persistence"),
                        Optional.ofNullable(row.getString("options")).orElse(""),
                        row.getString("partition_key"),
                        row.getString("bound"),
                        row.getString("query"),
                        row.getString("parents"),
                        row.getString("server")),
                schema,
                table);
        if (found.isEmpty()) {
            return false;
        }
        Relation relation = found.getFirst();
        statements.addAll(texts(PostgresDefinitionSql.SEQUENCES, relation));
        statements.add(create(relation));
        if (relation.isPartition()) {
            statements.add("ALTER TABLE ONLY " + relation.parents() + " ATTACH PARTITION " + relation.name() + " "
                    + relation.bound());
        }
        statements.addAll(texts(PostgresDefinitionSql.FOREIGN_KEYS, relation));
        statements.addAll(texts(PostgresDefinitionSql.INDEXES, relation));
        statements.addAll(texts(PostgresDefinitionSql.EXTRAS, relation));
        references.addAll(texts(PostgresDefinitionSql.REFERENCES, relation));
        for (List<String> partition : Rows.list(
                connection,
                PostgresDefinitionSql.PARTITIONS,
                row -> List.of(row.getString(1), row.getString(2)),
                relation.oid())) {
            add(partition.getFirst(), partition.getLast());
        }
        return true;
    }

    private List<String> texts(String sql, Relation relation) throws SQLException {
        return Rows.list(connection, sql, row -> row.getString(1), relation.oid());
    }

    private String create(Relation relation) throws SQLException {
        return switch (relation.kind()) {
            case "v" -> "CREATE VIEW " + relation.name() + relation.options() + " AS\n" + query(relation);
            case "m" -> "CREATE MATERIALIZED VIEW " + relation.name() + relation.options() + " AS\n" + query(relation);
            case "f" -> "CREATE FOREIGN TABLE " + relation.name() + parts(relation) + relation.server();
            default ->
                "CREATE " + relation.persistence() + "TABLE " + relation.name() + parts(relation)
                        + (relation.parents() == null || relation.isPartition()
                                ? ""
                                : " INHERITS (" + relation.parents() + ")")
                        + (relation.partitionKey() == null ? "" : " PARTITION BY " + relation.partitionKey())
                        + relation.options();
        };
    }

    private static String query(Relation relation) {
        return String.valueOf(relation.query()).replaceFirst(";\\s*$", "");
    }

    private String parts(Relation relation) throws SQLException {
        List<String> parts = new ArrayList<>(texts(PostgresDefinitionSql.COLUMNS, relation));
        parts.addAll(texts(PostgresDefinitionSql.CONSTRAINTS, relation));
        return parts.isEmpty() ? " ()" : " (\n    " + String.join(",\n    ", parts) + "\n)";
    }
}
