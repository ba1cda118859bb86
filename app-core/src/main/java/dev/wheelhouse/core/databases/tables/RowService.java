package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.rows.FilterParser;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.rows.RowQueries;
import dev.wheelhouse.core.databases.rows.RowQuery;
import dev.wheelhouse.core.databases.rows.RowRequest;
import dev.wheelhouse.core.databases.rows.SortParser;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.Executions;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlFailures;
import dev.wheelhouse.core.databases.values.JsonRows;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** Reads the rows of a table page by page. Thread-safe. */
public final class RowService {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long MOST_BYTES = 64L << 20;

    private final ConnectionService connections;
    private final Sessions sessions;
    private final Executions executions;
    private final TableService tables;

    public RowService(ConnectionService connections, Sessions sessions, Executions executions, TableService tables) {
        this.connections = connections;
        this.sessions = sessions;
        this.executions = executions;
        this.tables = tables;
    }

    /**
     * One page.
     *
     * @throws AppException {@code not_found}; {@code validation_failed} on {@code query.filters}, {@code query.sort} and
     *     the cursors; {@code payload_too_large} beyond 64 MiB, naming the column
     */
    public RowPage page(Caller caller, String connectionId, String schema, String table, RowsRequest request) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        try {
            return inSession(caller, connection, new Wanted(schema, table, request, false));
        } catch (AppException e) {
            if (!SqlFailures.isFetchTooLarge(e.getCause())) {
                throw e;
            }
            return inSession(caller, connection, new Wanted(schema, table, request, true));
        }
    }

    /** @param rowByRow whether rows are fetched as they are read, which is slow but takes no more room than they do */
    private record Wanted(String schema, String table, RowsRequest request, boolean rowByRow) {}

    private RowPage inSession(Caller caller, DatabaseConnection connection, Wanted wanted) {
        try (Execution execution = executions.begin(caller, connection.id(), null, LIMIT)) {
            return sessions.use(connection, execution, session -> {
                try {
                    return read(session, connection, wanted);
                } catch (SQLException e) {
                    if (!session.isUsable(e) || !isOutdated(e)) {
                        throw session.failure(connection, e, failure -> refine(failure, e));
                    }
                    // The table was changed since it was described.
                    tables.forget(connection);
                    return readAgain(session, connection, wanted);
                }
            });
        }
    }

    private RowPage readAgain(Session session, DatabaseConnection connection, Wanted wanted) throws SQLException {
        try {
            return read(session, connection, wanted);
        } catch (SQLException e) {
            throw session.failure(connection, e, failure -> refine(failure, e));
        }
    }

    private RowPage read(Session session, DatabaseConnection connection, Wanted wanted) throws SQLException {
        RowsRequest request = wanted.request();
        TableDescription described = tables.find(session, connection, wanted.schema(), wanted.table())
                .orElseThrow(() -> TableService.noSuchTable(wanted.schema(), wanted.table()));
        if (session.engine() == Engine.POSTGRESQL && described.indexes().isEmpty()) {
            // It may be a view, and a view may call functions that change the session.
            session.markDirty();
        }
        RowQuery query = RowQueries.of(session.engine())
                .page(new RowRequest(
                        described,
                        FilterParser.parse(request.filters(), described),
                        SortParser.parse(request.sort(), described),
                        request.limit(),
                        request.position()));
        if (wanted.rowByRow()) {
            session.begin(true);
        }
        try (PreparedStatement statement = session.prepare(query.statement().sql())) {
            if (wanted.rowByRow()) {
                statement.setFetchSize(1);
            }
            ParameterBinding.bind(statement, session.engine(), query.statement().parameters());
            try (ResultSet rows = statement.executeQuery()) {
                return encode(ResultReader.of(session.engine(), rows, query.columns()), query, described, request);
            }
        }
    }

    private static RowPage encode(ResultReader reader, RowQuery query, TableDescription table, RowsRequest request)
            throws SQLException {
        FetchedRows fetched = new FetchedRows(reader, new JsonRows(reader, MOST_BYTES), request.limit());
        while (reader.next()) {
            if (!fetched.add()) {
                throw tooLarge(fetched.encoded().widestField().name());
            }
        }
        var window = query.arrange(fetched.rows(), FetchedRow::cells);
        return new RowPage(
                reader.fields(),
                fetched.bytesOf(window.rows(), query.isReversed()),
                window.rows().size(),
                table.primaryKey(),
                request.limit(),
                request.position() instanceof RowPosition.Offset(long rows) ? rows : 0,
                window.hasMore(),
                window.next(),
                window.previous());
    }

    private static AppException tooLarge(String column) {
        return new AppException(
                PlatformError.PAYLOAD_TOO_LARGE,
                "This page is larger than " + (MOST_BYTES >> 20) + " MiB; most of a row is the column " + column
                        + ". Ask for fewer rows with limit, or read that value alone.");
    }

    private static boolean isOutdated(SQLException failure) {
        // PostgreSQL manual, appendix A: undefined_table, undefined_column.
        String state = failure.getSQLState();
        return "42P01".equals(state)
                || "42703".equals(state)
                || String.valueOf(failure.getMessage()).contains("no such column")
                || String.valueOf(failure.getMessage()).contains("no such table");
    }

    private static AppException refine(AppException failure, SQLException cause) {
        // undefined_function: the type has no such operator.
        boolean operator = "42883".equals(cause.getSQLState());
        return SqlFailures.isBadValue(cause) || operator
                ? AppException.invalid("query.filters", SqlFailures.words(cause))
                : failure;
    }
}
