package dev.wheelhouse.core.databases.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The statements that make a table of PostgreSQL 12 to 18 again, in the order in which {@code pg_dump} writes them: the
 * table with its partitions, sequences, keys and indexes, then what its rows must not meet when they are loaded (foreign
 * keys, constraints that are not validated, triggers, rules, policies), then comments, owner and rights. Left out are
 * tablespaces, access methods and security labels, which {@code pg_dump} has.
 */
final class PostgresDefinition {

    private final Connection connection;
    private final List<String> beforeRows = new ArrayList<>();
    private final List<String> behindRows = new ArrayList<>();
    private final List<String> atEnd = new ArrayList<>();

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
            String ofType,
            String options,
            @Nullable String partitionKey,
            @Nullable String bound,
            @Nullable String query,
            boolean isPopulated,
            @Nullable String parents,
            @Nullable String server) {

        /** Rows that an export of the table would load again. */
        boolean hasRows() {
            return kind.equals("r") || kind.equals("p");
        }
    }

    /** @param connection within a transaction, whose {@code search_path} becomes empty */
    static Optional<String> of(Connection connection, String schema, String table) throws SQLException {
        // Else what is found by the path is not qualified (manual, chapter 9.26.4).
        Rows.list(connection, "select pg_catalog.set_config('search_path', '', true)", row -> row.getString(1));
        PostgresDefinition definition = new PostgresDefinition(connection);
        return definition.add(schema, table) ? Optional.of(definition.text()) : Optional.empty();
    }

    private String text() {
        return ended(beforeRows)
                + (behindRows.isEmpty() ? "" : Catalog.ROWS_HERE + ended(behindRows))
                + ended(atEnd)
                + referencesInWords();
    }

    private static String ended(List<String> statements) {
        return statements.stream().map(each -> each + ";\n").collect(Collectors.joining());
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
                        row.getString("of_type"),
                        Optional.ofNullable(row.getString("options")).orElse(""),
                        row.getString("partition_key"),
                        row.getString("bound"),
                        row.getString("query"),
                        row.getBoolean("is_populated"),
                        row.getString("parents"),
                        row.getString("server")),
                schema,
                table);
        if (found.isEmpty()) {
            return false;
        }
        Relation relation = found.getFirst();
        beforeRows.addAll(texts(PostgresDefinitionSql.SEQUENCES, relation));
        beforeRows.add(create(relation));
        beforeRows.addAll(texts(PostgresDefinitionSql.INDEXES, relation));
        if (relation.isPartition()) {
            beforeRows.add("ALTER TABLE ONLY " + relation.parents() + " ATTACH PARTITION " + relation.name() + " "
                    + relation.bound());
        }
        beforeRows.addAll(texts(PostgresDefinitionSql.SETTINGS, relation));
        addSequenceStates(relation);
        (relation.hasRows() ? behindRows : atEnd).addAll(texts(PostgresDefinitionLaterSql.BEHIND_ROWS, relation));
        atEnd.addAll(texts(PostgresDefinitionLaterSql.COMMENTS, relation));
        atEnd.addAll(texts(PostgresDefinitionLaterSql.OWNER_AND_RIGHTS, relation));
        references.addAll(texts(PostgresDefinitionLaterSql.REFERENCES, relation));
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

    /** The view {@code pg_sequences} does not show a value that was set and not given out yet. */
    private void addSequenceStates(Relation relation) throws SQLException {
        for (Sequence sequence : Rows.list(
                connection,
                PostgresDefinitionSql.READABLE_SEQUENCES,
                row -> new Sequence(row.getString(1), row.getLong(2)),
                relation.oid())) {
            beforeRows.addAll(Rows.list(
                    connection,
                    "select pg_catalog.format('SELECT pg_catalog.setval(%L, %s, %L)', ?::text, last_value, is_called)"
                            + " from "
                            + sequence.name() + " where is_called or last_value <> ?",
                    row -> row.getString(1),
                    sequence.name(),
                    sequence.start()));
        }
    }

    private record Sequence(String name, long start) {}

    private String create(Relation relation) throws SQLException {
        return switch (relation.kind()) {
            case "v" -> "CREATE VIEW " + relation.name() + relation.options() + " AS\n" + query(relation);
            case "m" ->
                "CREATE MATERIALIZED VIEW " + relation.name() + relation.options() + " AS\n" + query(relation)
                        + (relation.isPopulated() ? "" : "\nWITH NO DATA");
            case "f" ->
                "CREATE FOREIGN TABLE " + relation.name() + parts(relation) + inherits(relation) + relation.server();
            default ->
                "CREATE " + relation.persistence() + "TABLE " + relation.name() + relation.ofType() + parts(relation)
                        + inherits(relation)
                        + (relation.partitionKey() == null ? "" : " PARTITION BY " + relation.partitionKey())
                        + relation.options();
        };
    }

    private static String inherits(Relation relation) {
        return relation.parents() == null || relation.isPartition() ? "" : " INHERITS (" + relation.parents() + ")";
    }

    private static String query(Relation relation) {
        return String.valueOf(relation.query()).replaceFirst(";\\s*$", "");
    }

    private String parts(Relation relation) throws SQLException {
        List<String> parts = new ArrayList<>(texts(PostgresDefinitionSql.COLUMNS, relation));
        parts.addAll(texts(PostgresDefinitionSql.CONSTRAINTS, relation));
        if (parts.isEmpty()) {
            return relation.ofType().isEmpty() ? " ()" : "";
        }
        return " (\n    " + String.join(",\n    ", parts) + "\n)";
    }
}
