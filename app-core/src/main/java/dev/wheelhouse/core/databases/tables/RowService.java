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
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Session.Access;
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
import org.jspecify.annotations.Nullable;

/** Reads the rows of a table page by page. Thread-safe. */
public final class RowService {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration COUNT_LIMIT = Duration.ofMinutes(30);
    private static final long MOST_BYTES = 64L << 20;

    /** A text of so many characters may have more bytes than a value that comes whole. */
    private static final int LONG_CHARACTERS = Session.WHOLE_VALUES / 4;

    private final ConnectionService connections;
    private final Sessions sessions;
    private final TableService tables;

    public RowService(ConnectionService connections, Sessions sessions, TableService tables) {
        this.connections = connections;
        this.sessions = sessions;
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
        return page(caller, connection, new Wanted<>(schema, table, request, 0, false, RowService::encode));
    }

    /**
     * One page as cells. Longer values than a window shows stay in the database, so that a page with a value of 100 MB
     * is read as fast as any other.
     *
     * @param characters the longest text that comes whole, at least 1
     * @throws AppException as for {@link #page}
     */
    public CellPage cells(
            Caller caller, String connectionId, String schema, String table, RowsRequest request, int characters) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        return page(caller, connection, new Wanted<>(schema, table, request, characters, false, RowService::cut));
    }

    /**
     * Counts the rows that meet filters, however long that takes.
     *
     * @param filters in the grammar of {@code rows.FilterParser}; blank for all
     * @param queryId the caller's own name for it, by which it can be cancelled; null for none
     */
    public long count(
            Caller caller, String connectionId, String schema, String table, String filters, @Nullable String queryId) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        try (Execution execution = sessions.executions().begin(caller, connection.id(), queryId, COUNT_LIMIT)) {
            return sessions.use(
                    connection,
                    Access.READING,
                    execution,
                    session -> refined(
                            session,
                            connection,
                            _ -> counting(session, connection, schema, table).exactly(filters)));
        }
    }

    /** Roughly how many rows meet filters, in a moment; few ones are counted. */
    public RowCount estimate(Caller caller, String connectionId, String schema, String table, String filters) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        return sessions.read(
                caller,
                connection,
                LIMIT,
                session -> refined(
                        session,
                        connection,
                        _ -> counting(session, connection, schema, table).roughly(filters)));
    }

    private RowCounting counting(Session session, DatabaseConnection connection, String schema, String table)
            throws SQLException {
        session.limitValues(Session.ANY_VALUES);
        return new RowCounting(session, describe(session, connection, schema, table));
    }

    private static <T> T refined(Session session, DatabaseConnection connection, Session.Work<T> work)
            throws SQLException {
        try {
            return work.run(session);
        } catch (SQLException e) {
            throw session.failure(connection, e, failure -> refine(failure, e));
        }
    }

    private <P> P page(Caller caller, DatabaseConnection connection, Wanted<P> wanted) {
        try {
            return inSession(caller, connection, wanted);
        } catch (AppException e) {
            if (SqlFailures.isFetchTooLarge(e.getCause())) {
                return inSession(caller, connection, wanted.asRowByRow());
            }
            if (SqlFailures.isValueTooLong(e.getCause())) {
                inSession(caller, connection, wanted.cut(LONG_CHARACTERS, RowService::refuseLongValues));
            }
            throw e;
        }
    }

    /** Names the column whose value is too long for a page of whole values; such a page would be refused in any case. */
    private static boolean refuseLongValues(Fetched from) throws SQLException {
        RowQuery query = from.query();
        while (from.reader().next()) {
            for (int i = 0; i < query.cuttable().size(); i++) {
                if (from.rows().getLong(query.columns().size() + 2 + 2 * i) > Session.WHOLE_VALUES) {
                    throw tooLarge(query.columns().get(query.cuttable().get(i)).name());
                }
            }
        }
        return false;
    }

    /** Makes a page of what was read. */
    private interface Reading<P> {
        P read(Fetched fetched) throws SQLException;
    }

    private record Fetched(
            ResultReader reader, ResultSet rows, RowQuery query, TableDescription table, RowsRequest request) {}

    /**
     * @param characters the longest text that comes whole; 0 for any
     * @param rowByRow whether rows are fetched as they are read, which is slow but takes no more room than they do
     */
    private record Wanted<P>(
            String schema, String table, RowsRequest request, int characters, boolean rowByRow, Reading<P> reading) {

        Wanted<P> asRowByRow() {
            return new Wanted<>(schema, table, request, characters, true, reading);
        }

        <Q> Wanted<Q> cut(int longest, Reading<Q> then) {
            return new Wanted<>(schema, table, request, longest, rowByRow, then);
        }

        Wanted<P> at(RowPosition position) {
            RowsRequest there = new RowsRequest(request.limit(), request.sort(), request.filters(), position);
            return new Wanted<>(schema, table, there, characters, rowByRow, reading);
        }
    }

    private <P> P inSession(Caller caller, DatabaseConnection connection, Wanted<P> wanted) {
        return sessions.read(caller, connection, LIMIT, session -> {
            session.limitValues(wanted.characters() == 0 ? Session.WHOLE_VALUES : Session.ANY_VALUES);
            try {
                return read(session, connection, wanted);
            } catch (SQLException e) {
                if (!session.isUsable(e) || !isOutdated(e)) {
                    throw session.failure(connection, e, failure -> refine(failure, e));
                }
                // The table was changed since it was described.
                tables.forget(connection);
                return refined(session, connection, _ -> read(session, connection, wanted));
            }
        });
    }

    private TableDescription describe(Session session, DatabaseConnection connection, String schema, String table)
            throws SQLException {
        TableDescription described = tables.find(session, connection, schema, table)
                .orElseThrow(() -> TableService.noSuchTable(schema, table));
        if (session.engine() == Engine.POSTGRESQL && described.indexes().isEmpty()) {
            // It may be a view, and a view may call functions that change the session.
            session.markDirty();
        }
        return described;
    }

    private <P> P read(Session session, DatabaseConnection connection, Wanted<P> wanted) throws SQLException {
        TableDescription described = describe(session, connection, wanted.schema(), wanted.table());
        RowsRequest request = wanted.request();
        if (request.position() instanceof RowPosition.Near(double fraction)) {
            Landing landing = new Landing(session, described, request);
            Wanted<P> there = wanted.at(landing.find(fraction));
            return landing.isShort(there.request().position())
                    ? read(session, described, wanted.at(new RowPosition.End()))
                    : read(session, described, there);
        }
        if (request.position() instanceof RowPosition.End
                && described.primaryKey().isEmpty()) {
            return read(session, described, wanted.at(new Landing(session, described, request).end()));
        }
        return read(session, described, wanted);
    }

    private static <P> P read(Session session, TableDescription described, Wanted<P> wanted) throws SQLException {
        RowsRequest request = wanted.request();
        RowRequest asked = new RowRequest(
                described,
                FilterParser.parse(request.filters(), described),
                SortParser.parse(request.sort(), described),
                request.limit(),
                request.position());
        RowQueries queries = RowQueries.of(session.engine());
        RowQuery query = wanted.characters() == 0 ? queries.page(asked) : queries.cells(asked, wanted.characters());
        if (wanted.rowByRow()) {
            session.begin(true);
        }
        try (PreparedStatement statement = session.prepare(query.statement().sql())) {
            if (wanted.rowByRow()) {
                statement.setFetchSize(1);
            }
            ParameterBinding.bind(statement, session.engine(), query.statement().parameters());
            try (ResultSet rows = statement.executeQuery()) {
                ResultReader reader = ResultReader.of(session.engine(), rows, query.columns());
                return wanted.reading().read(new Fetched(reader, rows, query, described, request));
            }
        }
    }

    private static CellPage cut(Fetched from) throws SQLException {
        ResultReader reader = from.reader();
        RowQuery query = from.query();
        FetchedCells fetched =
                new FetchedCells(reader, from.rows(), query, from.request().limit());
        while (reader.next()) {
            fetched.add();
            if (fetched.bytes() > MOST_BYTES) {
                throw tooLarge(fetched.widestColumn());
            }
        }
        var window = query.arrange(fetched.rows(), FetchedCells.Row::marks);
        boolean counted = from.request().position() instanceof RowPosition.Offset;
        boolean begins = from.request().position().equals(RowPosition.START);
        boolean whole = fetched.rows().size() <= from.request().limit();
        return new CellPage(
                from.table(),
                query.columns(),
                window.rows().stream().map(FetchedCells.Row::cells).toList(),
                window.hasMore(),
                !begins && !(query.isReversed() && whole),
                window.next(),
                window.previous(),
                counted ? ((RowPosition.Offset) from.request().position()).rows() : -1);
    }

    private static RowPage encode(Fetched from) throws SQLException {
        ResultReader reader = from.reader();
        RowQuery query = from.query();
        RowsRequest request = from.request();
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
                from.table().primaryKey(),
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
                        + ". Ask for fewer rows with limit, for the beginnings of long values with cut, or read that value"
                        + " alone.");
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
