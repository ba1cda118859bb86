package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.TableQuery;
import dev.wheelhouse.core.databases.tables.TableService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGResultSetMetaData;

/** Finds out whether a result is one table with its key. In doubt it is not. */
final class ResultSources {

    private final TableService tables;

    ResultSources(TableService tables) {
        this.tables = tables;
    }

    /** The table and columns that the driver names; its key is not known yet. Null when there is not one table. */
    static @Nullable ResultSource ofColumns(Engine engine, SqlStatement statement, ResultSet rows) throws SQLException {
        return switch (engine) {
            case POSTGRESQL -> ofPostgres(rows.getMetaData());
            case SQLITE -> ofSqlite(statement, rows.getMetaData());
        };
    }

    private static @Nullable ResultSource ofPostgres(ResultSetMetaData metaData) throws SQLException {
        if (metaData.getColumnCount() == 0) {
            // SELECT FROM t: rows of nothing.
            return null;
        }
        PGResultSetMetaData postgres = metaData.unwrap(PGResultSetMetaData.class);
        String schema = postgres.getBaseSchemaName(1);
        String table = postgres.getBaseTableName(1);
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= metaData.getColumnCount(); column++) {
            if (table.isEmpty()
                    || !table.equals(postgres.getBaseTableName(column))
                    || !schema.equals(postgres.getBaseSchemaName(column))) {
                return null;
            }
            columns.add(postgres.getBaseColumnName(column));
        }
        return new ResultSource(schema, table, columns, List.of());
    }

    /** The driver names the table but not the column below an alias, so only plain column lists count. */
    private static @Nullable ResultSource ofSqlite(SqlStatement statement, ResultSetMetaData metaData)
            throws SQLException {
        Optional<TableQuery> query = TableQuery.find(statement);
        if (query.isEmpty()) {
            return null;
        }
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= metaData.getColumnCount(); column++) {
            if (!query.get().table().equalsIgnoreCase(metaData.getTableName(column))) {
                return null;
            }
            columns.add(metaData.getColumnLabel(column));
        }
        return new ResultSource(query.get().schema("main"), metaData.getTableName(1), columns, List.of());
    }

    /**
     * Adds the key, or takes the table away when its key is not in the result or rows could not be edited from here.
     *
     * @param committed whether what the rows show is what others see too
     */
    StatementRun complete(Caller caller, DatabaseConnection connection, StatementRun run, boolean committed) {
        EditorResult result = run.result();
        if (result == null || result.source() == null) {
            return run;
        }
        boolean editable = committed && !connection.readOnly() && caller.may(Scope.DATABASES_WRITE);
        ResultSource source = editable ? keyed(caller, connection, result.source()) : null;
        return new StatementRun(
                run.index(),
                run.sql(),
                run.command(),
                result.from(source),
                run.rowCount(),
                run.elapsedMillis(),
                run.notices());
    }

    private @Nullable ResultSource keyed(Caller caller, DatabaseConnection connection, ResultSource source) {
        TableDescription table;
        try {
            table = tables.describe(caller, connection.id(), source.schema(), source.table());
        } catch (AppException _) {
            // A temporary table, or one that only this session sees: nothing else could edit it.
            return null;
        }
        List<String> key = table.primaryKey();
        boolean distinct =
                new HashSet<>(source.columns()).size() == source.columns().size();
        boolean whole = !key.isEmpty() && source.columns().containsAll(key);
        return distinct && whole ? new ResultSource(source.schema(), source.table(), source.columns(), key) : null;
    }
}
