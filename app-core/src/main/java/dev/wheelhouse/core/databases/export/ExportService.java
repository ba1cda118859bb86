package dev.wheelhouse.core.databases.export;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.query.AdmittedScript;
import dev.wheelhouse.core.databases.query.StatementGuard;
import dev.wheelhouse.core.databases.rows.FilterParser;
import dev.wheelhouse.core.databases.rows.RowQueries;
import dev.wheelhouse.core.databases.rows.SortParser;
import dev.wheelhouse.core.databases.rows.SqlFragment;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.Executions;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sql.StatementLevel;
import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.databases.tables.ParameterBinding;
import dev.wheelhouse.core.databases.tables.TableService;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Streams all rows of a statement or a table, in constant memory and one read-only transaction. A slow reader holds a
 * session, so only a few exports of a connection run at a time. Thread-safe.
 */
public final class ExportService {

    private static final int MOST_AT_ONCE = 4;
    private static final Set<String> COPIED = Set.of("SELECT", "VALUES", "TABLE");

    private final ConnectionService connections;
    private final Sessions sessions;
    private final Executions executions;
    private final StatementGuard guard;
    private final TableService tables;
    private final HistoryService history;
    private final Map<String, Semaphore> places = new ConcurrentHashMap<>();

    public ExportService(
            ConnectionService connections,
            Sessions sessions,
            Executions executions,
            StatementGuard guard,
            TableService tables,
            HistoryService history) {
        this.connections = connections;
        this.sessions = sessions;
        this.executions = executions;
        this.guard = guard;
        this.tables = tables;
        this.history = history;
    }

    /**
     * Writes the whole result.
     *
     * @return how many rows
     * @throws AppException {@code validation_failed}, {@code bad_request} for a statement that does more than read,
     *     {@code not_found}, {@code busy}, {@code sql_error}
     */
    public long export(Caller caller, String connectionId, ExportRequest request, ExportSink sink) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_QUERY);
        String shown = request.sql() == null ? "TABLE " + request.schema() + "." + request.table() : request.sql();
        return history.recording(
                caller, connection, "export", shown, Long::longValue, () -> inPlace(caller, connection, request, sink));
    }

    private long inPlace(Caller caller, DatabaseConnection connection, ExportRequest request, ExportSink sink) {
        Semaphore place = places.computeIfAbsent(shared(connection), _ -> new Semaphore(MOST_AT_ONCE));
        if (!place.tryAcquire()) {
            throw new AppException(
                    PlatformError.BUSY,
                    MOST_AT_ONCE + " exports are running, as many as can at once. Wait for one of them.");
        }
        try (Execution execution = executions.begin(caller, connection.id(), null, null)) {
            String sql = request.sql();
            AdmittedScript script = sql == null ? null : admit(caller, connection, sql);
            return sessions.use(connection, execution, session -> {
                session.markDirty();
                session.begin(true);
                try {
                    return script == null
                            ? exportTable(session, connection, request, sink)
                            : exportStatement(session, connection, script, request, sink);
                } catch (IOException e) {
                    session.discard();
                    throw new UncheckedIOException(e);
                }
            });
        } finally {
            place.release();
        }
    }

    /** Exports of all SQLite files share the few threads that every other statement on such files needs too. */
    private static String shared(DatabaseConnection connection) {
        return connection.engine() == Engine.SQLITE ? Engine.SQLITE.name() : connection.id();
    }

    private AdmittedScript admit(Caller caller, DatabaseConnection connection, String sql) {
        AdmittedScript script = guard.admit(caller, connection, sql, false);
        Verdict verdict = script.statements().getFirst().verdict();
        if (script.statements().size() != 1 || verdict.level() != StatementLevel.READ) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    "Only a single statement that reads can be exported. Run others as a query.");
        }
        return script;
    }

    private static long exportStatement(
            Session session,
            DatabaseConnection connection,
            AdmittedScript script,
            ExportRequest request,
            ExportSink sink)
            throws SQLException, IOException {
        String sql = script.statements().getFirst().statement().text();
        String command = script.statements().getFirst().verdict().command();
        ExportTable named = new ExportTable(null, "exported");
        if (session.engine() == Engine.POSTGRESQL && request.format() == ExportFormat.CSV && COPIED.contains(command)) {
            return copy(session, connection, sql, sink);
        }
        return stream(session, connection, new SqlFragment(sql, List.of()), List.of(), named, request, sink);
    }

    private long exportTable(Session session, DatabaseConnection connection, ExportRequest request, ExportSink sink)
            throws SQLException, IOException {
        String name = request.table();
        if (name == null) {
            throw AppException.invalid("table", "Give a statement as sql, or a table.");
        }
        String schema = request.schema() == null ? session.engine().defaultSchema() : request.schema();
        TableDescription found = tables.find(session, connection, schema, name)
                .orElseThrow(() -> TableService.noSuchTable(schema, name));
        TableDescription table = request.format() == ExportFormat.SQL ? insertable(session, found) : found;
        SqlFragment query = RowQueries.of(session.engine())
                .all(table, FilterParser.parse(request.filters(), found), SortParser.parse(request.sort(), found));
        boolean plain = query.parameters().isEmpty();
        if (session.engine() == Engine.POSTGRESQL && request.format() == ExportFormat.CSV && plain) {
            return copy(session, connection, query.sql(), sink);
        }
        List<ColumnDescription> columns = table.isKeyedByRowid() ? List.of() : table.columns();
        return stream(session, connection, query, columns, new ExportTable(schema, name), request, sink);
    }

    /** The table without what an INSERT cannot set: generated columns and the hidden rowid. */
    private static TableDescription insertable(Session session, TableDescription table) throws SQLException {
        Set<String> generated = GeneratedColumns.of(session, table);
        return new TableDescription(
                table.schema(),
                table.name(),
                table.columns().stream()
                        .filter(column -> !generated.contains(column.name()))
                        .toList(),
                table.isKeyedByRowid() ? List.of() : table.primaryKey(),
                table.indexes(),
                table.foreignKeys());
    }

    private static long copy(Session session, DatabaseConnection connection, String sql, ExportSink sink)
            throws SQLException, IOException {
        try {
            LateOutput output = new LateOutput(sink);
            long count = PostgresCsvCopy.write(session.jdbc(), sql, output);
            output.finish();
            return count;
        } catch (SQLException e) {
            // A cancel on its way might meet the next statement.
            session.discard();
            throw session.failure(connection, e, failure -> failure);
        }
    }

    private static long stream(
            Session session,
            DatabaseConnection connection,
            SqlFragment query,
            List<ColumnDescription> columns,
            ExportTable table,
            ExportRequest request,
            ExportSink sink)
            throws SQLException, IOException {
        // Without parameters a question mark is an operator of the user's, which a prepared statement would misread.
        boolean plain = query.parameters().isEmpty();
        try (Statement statement = plain ? session.statement() : session.prepare(query.sql());
                ResultSet rows = execute(session, statement, query)) {
            LateOutput output = new LateOutput(sink);
            ResultReader reader = ResultReader.of(session.engine(), rows, columns);
            long count = request.format().write(reader, table, output);
            output.finish();
            return count;
        } catch (SQLException e) {
            throw session.failure(connection, e, failure -> failure);
        }
    }

    private static ResultSet execute(Session session, Statement statement, SqlFragment query) throws SQLException {
        if (statement instanceof PreparedStatement prepared) {
            ParameterBinding.bind(prepared, session.engine(), query.parameters());
            return prepared.executeQuery();
        }
        statement.setEscapeProcessing(false);
        return statement.executeQuery(query.sql());
    }
}
