package dev.wheelhouse.core.databases.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table or view as SQLite's pragmas describe it, before any conclusion. */
record SqliteTable(boolean view, boolean withoutRowid, List<Column> columns) {

    private static final String FIND = "select type, wr from pragma_table_list(?) where schema = ? and name = ?";

    /** Hidden 1 marks the hidden columns of a virtual table, which {@code select *} does not show either. */
    private static final String COLUMNS = """
            select name, type, "notnull", dflt_value, pk, hidden
            from pragma_table_xinfo(?, ?) where hidden <> 1 order by cid
            """;

    /** The names of the hidden row number; a column of the same name hides it ("ROWIDs and the INTEGER PRIMARY KEY"). */
    private static final List<String> ROWID_NAMES = List.of("rowid", "_rowid_", "oid");

    /** One column; {@code keyPosition} counts from 1 within the primary key, 0 outside. */
    record Column(
            String name,
            String declaredType,
            boolean notNull,
            @Nullable String defaultValue,
            int keyPosition,
            boolean generated) {

        ColumnDescription describe(boolean rowidAlias) {
            boolean inKey = keyPosition > 0;
            return new ColumnDescription(
                    name,
                    declaredType,
                    SqliteTypes.uiType(declaredType),
                    !notNull && !(rowidAlias && inKey),
                    generated ? null : defaultValue,
                    inKey,
                    !generated);
        }
    }

    static Optional<SqliteTable> find(Connection connection, String schema, String table) throws SQLException {
        return Rows.list(
                        connection,
                        FIND,
                        row -> new SqliteTable(
                                row.getString(1).equals("view"), row.getBoolean(2), columns(connection, schema, table)),
                        table,
                        schema,
                        table)
                .stream()
                .findFirst();
    }

    private static List<Column> columns(Connection connection, String schema, String table) throws SQLException {
        return Rows.list(
                connection,
                COLUMNS,
                row -> {
                    String declaredType = row.getString(2);
                    return new Column(
                            row.getString(1),
                            declaredType == null ? "" : declaredType,
                            row.getBoolean(3),
                            row.getString(4),
                            row.getInt(5),
                            row.getInt(6) != 0);
                },
                table,
                schema);
    }

    /** Whether the primary key is another name of the rowid: such a key has no index of its own. */
    boolean isRowidAlias(List<KeyCandidate> candidates) {
        List<Column> key =
                columns.stream().filter(column -> column.keyPosition() > 0).toList();
        return !view
                && !withoutRowid
                && key.size() == 1
                && key.getFirst().declaredType().equalsIgnoreCase("INTEGER")
                && candidates.stream().noneMatch(candidate -> candidate.index().primary());
    }

    /** The rowid under the first of its names that no column shadows; empty where there is no rowid. */
    Optional<String> visibleRowid() {
        if (view || withoutRowid) {
            return Optional.empty();
        }
        return ROWID_NAMES.stream()
                .filter(name ->
                        columns.stream().noneMatch(column -> column.name().equalsIgnoreCase(name)))
                .findFirst();
    }
}
