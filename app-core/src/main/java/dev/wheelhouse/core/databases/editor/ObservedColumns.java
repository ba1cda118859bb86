package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.TableQuery;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGResultSetMetaData;

/**
 * What text and driver together reveal of a result's columns while its session is at hand.
 *
 * @param schema the table's, as the database names it
 * @param table as the database names it
 * @param columns one for each field
 * @param query the statement
 */
record ObservedColumns(String schema, String table, List<Column> columns, TableQuery query) {

    private static final String OTHER_TABLE =
            "Text and database do not name one and the same table, so the rows are read-only.";
    private static final String TEMPORARY =
            "This is a temporary table, which only this tab can see, so its rows are read-only here.";

    /**
     * One field.
     *
     * @param label its head
     * @param base the table's column where the driver names it; null where it does not
     * @param ofTable whether the driver says that the values are the table's
     */
    record Column(String label, @Nullable String base, boolean ofTable) {}

    ObservedColumns {
        columns = List.copyOf(columns);
    }

    static ResultOrigin observe(Session session, SqlStatement statement, ResultSet rows) throws SQLException {
        return switch (TableQuery.judge(statement)) {
            case TableQuery.Judgement.Other(String reason) -> new ResultOrigin.ReadOnly(reason);
            case TableQuery.Judgement.OfOneTable(TableQuery query) ->
                session.engine() == Engine.POSTGRESQL
                        ? ofPostgres(query, rows.getMetaData())
                        : ofSqlite(session, query, rows.getMetaData());
        };
    }

    private static ResultOrigin ofPostgres(TableQuery query, ResultSetMetaData metaData) throws SQLException {
        PGResultSetMetaData postgres = metaData.unwrap(PGResultSetMetaData.class);
        String schema = "";
        String table = "";
        List<Column> columns = new ArrayList<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            String base = postgres.getBaseColumnName(i);
            boolean named = !base.isEmpty() && !postgres.getBaseTableName(i).isEmpty();
            if (named && table.isEmpty()) {
                schema = postgres.getBaseSchemaName(i);
                table = postgres.getBaseTableName(i);
            }
            boolean ofTable =
                    named && schema.equals(postgres.getBaseSchemaName(i)) && table.equals(postgres.getBaseTableName(i));
            if (named && !ofTable) {
                return new ResultOrigin.ReadOnly(OTHER_TABLE);
            }
            columns.add(new Column(metaData.getColumnLabel(i), ofTable ? base : null, ofTable));
        }
        if (schema.startsWith("pg_temp")) {
            return new ResultOrigin.ReadOnly(TEMPORARY);
        }
        String named = query.namedSchema();
        if (!table.isEmpty() && (!query.table().equalsIgnoreCase(table) || !isSame(named, schema))) {
            return new ResultOrigin.ReadOnly(OTHER_TABLE);
        }
        return found(new ObservedColumns(schema, table, columns, query));
    }

    private static boolean isSame(@Nullable String named, String schema) {
        return named == null || named.equalsIgnoreCase(schema);
    }

    /** The driver names the table, but neither its schema nor the column below an alias. */
    private static ResultOrigin ofSqlite(Session session, TableQuery query, ResultSetMetaData metaData)
            throws SQLException {
        String named = query.namedSchema();
        if ("temp".equals(named) || (named == null && isTemporary(session, query.table()))) {
            return new ResultOrigin.ReadOnly(TEMPORARY);
        }
        if (!isSame(named, "main")) {
            return new ResultOrigin.ReadOnly(OTHER_TABLE);
        }
        String table = "";
        List<Column> columns = new ArrayList<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            String base = metaData.getTableName(i);
            boolean ofTable = query.table().equalsIgnoreCase(base);
            table = ofTable ? base : table;
            columns.add(new Column(metaData.getColumnLabel(i), null, ofTable));
        }
        return found(new ObservedColumns("main", table, columns, query));
    }

    /** A temporary table or view of a name hides the file's own one. */
    private static boolean isTemporary(Session session, String table) throws SQLException {
        try (PreparedStatement statement = session.jdbc()
                .prepareStatement("select 1 from sqlite_temp_master where type in ('table', 'view')"
                        + " and name = ? collate nocase")) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    private static ResultOrigin found(ObservedColumns columns) {
        return columns.table().isEmpty()
                ? new ResultOrigin.ReadOnly("No column here is a table's own, so the rows are read-only.")
                : new ResultOrigin.Observed(columns);
    }
}
