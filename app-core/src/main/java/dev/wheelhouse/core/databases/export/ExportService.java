package dev.wheelhouse.core.databases.export;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.query.AdmittedScript;
import dev.wheelhouse.core.databases.query.ClassifiedStatement;
import dev.wheelhouse.core.databases.query.ScriptRunner;
import dev.wheelhouse.core.databases.query.StatementGuard;
import dev.wheelhouse.core.databases.rows.Condition;
import dev.wheelhouse.core.databases.rows.FilterParser;
import dev.wheelhouse.core.databases.rows.LongMarks;
import dev.wheelhouse.core.databases.rows.RowQueries;
import dev.wheelhouse.core.databases.rows.SortKey;
import dev.wheelhouse.core.databases.rows.SortParser;
import dev.wheelhouse.core.databases.rows.SqlFragment;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.KeyShares;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlFailures;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Streams all rows of a statement or a table, in constant memory and one read-only transaction. A slow reader holds a
 * session, so only a few exports of a connection run at a time. Thread-safe.
 */
public final class ExportService {

    private static final int MOST_AT_ONCE = 4;

    /** For the window and the local token. */
    private static final int RESERVED = 1;

    private static final Set<String> COPIED = Set.of("SELECT", "VALUES", "TABLE");

    private final ConnectionService connections;
    private final Sessions sessions;
    private final StatementGuard guard;
    private final TableService tables;
    private final ScriptRunner runner;
    private final KeyShares shares;
    private final Map<String, Semaphore> places = new ConcurrentHashMap<>();

    /** @param placesPercent how many of the places for exports one created key may have */
    public ExportService(
            ConnectionService connections,
            Sessions sessions,
            StatementGuard guard,
            TableService tables,
            ScriptRunner runner,
            int placesPercent) {
        this.shares =
                new KeyShares(MOST_AT_ONCE, RESERVED, placesPercent, Duration.ZERO, "the exports that run at once");
        this.connections = connections;
        this.sessions = sessions;
        this.guard = guard;
        this.tables = tables;
        this.runner = runner;
    }

    /**
     * Writes the whole result.
     *
     * @return how many rows
     * @throws AppException {@code validation_failed}, {@code bad_request} for a statement that does more than read,
     *     {@code not_found}, {@code busy}, {@code sql_error}; {@code confirmation_required} for a statement that reads by
     *     its text and tried to write, everything undone
     */
    public long export(Caller caller, String connectionId, ExportRequest request, ExportSink sink) {
        return export(caller, connectionId, request, sink, _ -> {});
    }

    /** @param began gets the call as soon as there is one, to cancel it by */
    long export(Caller caller, String connectionId, ExportRequest request, ExportSink sink, Consumer<Execution> began) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_QUERY);
        String shown = request.sql() == null ? tableSql(connection, request) : request.sql();
        return runner.recording(
                caller,
                connection,
                "export",
                shown,
                Long::longValue,
                _ -> inShare(caller, connection, request, sink, began));
    }

    /** @throws AppException {@code not_found} where no table can have the name, for which there is no SQL either */
    private static String tableSql(DatabaseConnection connection, ExportRequest request) {
        String schema = request.schema() == null ? connection.engine().defaultSchema() : request.schema();
        String table = String.valueOf(request.table());
        if (schema.indexOf('\0') >= 0 || table.indexOf('\0') >= 0) {
            throw TableService.noSuchTable(schema, table);
        }
        return "TABLE " + Identifiers.quote(schema, table);
    }

    private long inShare(
            Caller caller,
            DatabaseConnection connection,
            ExportRequest request,
            ExportSink sink,
            Consumer<Execution> began) {
        try (Execution execution = sessions.executions().begin(caller, connection.id(), null, null);
                KeyShares.Place _ = shares.take(shared(connection), execution)) {
            began.accept(execution);
            return inPlace(caller, connection, request, sink, execution);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "The call was interrupted.", e);
        }
    }

    private long inPlace(
            Caller caller, DatabaseConnection connection, ExportRequest request, ExportSink sink, Execution execution) {
        Semaphore place = places.computeIfAbsent(shared(connection), _ -> new Semaphore(MOST_AT_ONCE));
        if (!place.tryAcquire()) {
            throw new AppException(
                    PlatformError.BUSY,
                    MOST_AT_ONCE + " exports are running, as many as can at once. Wait for one of them.");
        }
        try {
            if (request.sql() != null) {
                AdmittedScript script = admit(caller, connection, request);
                ClassifiedStatement statement = script.statements().getFirst();
                return runner.run(
                        script,
                        request.confirm(),
                        execution,
                        (session, transaction) -> transaction.run(
                                statement,
                                () -> writing(
                                        session,
                                        connection,
                                        () -> exportStatement(session, statement, request.format(), sink))));
            }
            return sessions.use(
                    connection,
                    Access.READING,
                    execution,
                    session -> writing(session, connection, () -> {
                        session.markDirty();
                        session.begin(true);
                        return exportTable(session, connection, request, sink);
                    }));
        } finally {
            place.release();
        }
    }

    private interface Export {
        long run() throws SQLException, IOException;
    }

    private static long writing(Session session, DatabaseConnection connection, Export export) throws SQLException {
        try {
            return export.run();
        } catch (SQLException e) {
            if (SqlFailures.isWriteRefused(e)) {
                throw e;
            }
            throw session.failure(connection, e, failure -> failure);
        } catch (IOException e) {
            if (e.getCause() instanceof SQLException failed) {
                // A piece of a long value could not be read.
                throw session.failure(connection, failed, failure -> failure);
            }
            session.discard();
            throw new UncheckedIOException(e);
        }
    }

    /** Exports of all SQLite files share the few threads that every other statement on such files needs too. */
    private static String shared(DatabaseConnection connection) {
        return connection.engine() == Engine.SQLITE ? Engine.SQLITE.name() : connection.id();
    }

    private AdmittedScript admit(Caller caller, DatabaseConnection connection, ExportRequest request) {
        String sql = String.valueOf(request.sql());
        // Nothing to ask beforehand: what is asked about by its text does more than read, and is refused below.
        AdmittedScript script = guard.admit(caller, connection, sql, request.parameters(), true);
        Verdict verdict = script.statements().getFirst().verdict();
        if (script.statements().size() != 1 || verdict.level() != StatementLevel.READ) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    "Only a single statement that reads can be exported. Run others as a query.");
        }
        return script;
    }

    private static long exportStatement(
            Session session, ClassifiedStatement statement, ExportFormat format, ExportSink sink)
            throws SQLException, IOException {
        boolean copied = session.engine() == Engine.POSTGRESQL
                && format == ExportFormat.CSV
                && COPIED.contains(statement.verdict().command())
                && statement.rewritten() == null;
        if (copied) {
            requireWhole(session, statement.text());
            return copy(session, statement.text(), sink);
        }
        try (Statement opened = statement.open(session, "");
                ResultSet rows = statement.query(session, opened, "")) {
            ResultReader reader = ResultReader.of(session.engine(), rows);
            return write(reader, new ExportTable(null, "exported"), format, sink);
        }
    }

    private long exportTable(Session session, DatabaseConnection connection, ExportRequest request, ExportSink sink)
            throws SQLException, IOException {
        session.limitValues(Session.WHOLE_VALUES);
        String name = request.table();
        if (name == null) {
            throw AppException.invalid("table", "Give a statement as sql, or a table.");
        }
        String schema = request.schema() == null ? session.engine().defaultSchema() : request.schema();
        TableDescription found = tables.find(session, connection, schema, name)
                .orElseThrow(() -> TableService.noSuchTable(schema, name));
        TableDescription table = request.format() == ExportFormat.SQL ? insertable(session, found) : found;
        ExportTable named = new ExportTable(schema, name);
        Condition condition = FilterParser.parse(request.filters(), found);
        List<SortKey> sort = SortParser.parse(request.sort(), found);
        RowQueries queries = RowQueries.of(session.engine());
        if (session.engine() == Engine.SQLITE && !found.primaryKey().isEmpty()) {
            LongMarks marks = new LongMarks();
            SqlFragment marked =
                    queries.allMarked(table, found.primaryKey(), condition, sort, Session.WHOLE_VALUES, marks);
            List<ColumnDescription> columns = RowQueries.columns(table);
            session.limitValues(Session.ANY_VALUES);
            StoredValues stored = new StoredValues(session, found, columns, marks);
            return stream(
                    session,
                    marked,
                    rows -> write(
                            ResultReader.of(session.engine(), rows, columns, stored), named, request.format(), sink));
        }
        SqlFragment query = queries.all(table, condition, sort);
        boolean plain = query.parameters().isEmpty();
        if (session.engine() == Engine.POSTGRESQL && request.format() == ExportFormat.CSV && plain) {
            return copy(session, query.sql(), sink);
        }
        return stream(
                session,
                query,
                rows -> write(ResultReader.of(session.engine(), rows, table.columns()), named, request.format(), sink));
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

    /**
     * Has the server read the statement alone, in the lock under which it will run: only then may it stand between the
     * parentheses of a COPY, which is sent in a way that would run several.
     */
    private static void requireWhole(Session session, String sql) throws SQLException {
        String alone = "PREPARE wheelhouse_export AS " + sql;
        try (Statement statement = session.callersStatement(alone)) {
            statement.execute(alone);
        }
    }

    private static long copy(Session session, String sql, ExportSink sink) throws SQLException, IOException {
        try {
            LateOutput output = new LateOutput(sink);
            long count = PostgresCsvCopy.write(session.jdbc(), sql, output, sink::rowsWritten);
            output.finish();
            return count;
        } catch (SQLException e) {
            // A cancel on its way might meet the next statement.
            session.discard();
            throw e;
        }
    }

    private interface Rows {
        long write(ResultSet rows) throws SQLException, IOException;
    }

    private static long stream(Session session, SqlFragment query, Rows written) throws SQLException, IOException {
        try (PreparedStatement statement = session.prepare(query.sql())) {
            ParameterBinding.bind(statement, session.engine(), query.parameters());
            try (ResultSet rows = statement.executeQuery()) {
                return written.write(rows);
            }
        }
    }

    private static long write(ResultReader reader, ExportTable table, ExportFormat format, ExportSink sink)
            throws SQLException, IOException {
        LateOutput output = new LateOutput(sink);
        long count = format.write(reader, table, output, sink::rowsWritten);
        output.finish();
        return count;
    }
}
