package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.Executions;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlBudget;
import dev.wheelhouse.core.databases.sessions.SqlFailures;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs SQL of users. Thread-safe. */
public final class QueryService {

    /** A statement takes about as much memory beside its text as so many characters. */
    private static final long STATEMENT_CHARACTERS = 150;

    /** SQLite's parser keeps about a hundred bytes a token in this process, outside the heap. */
    private static final long SQLITE_TOKEN_CHARACTERS = 40;

    private final ConnectionService connections;
    private final Sessions sessions;
    private final Executions executions;
    private final StatementGuard guard;
    private final HistoryService history;
    private final ConfirmedRuns confirmedRuns;
    private final ScriptRunner runner;

    public QueryService(
            ConnectionService connections,
            Sessions sessions,
            Executions executions,
            StatementGuard guard,
            HistoryService history,
            ConfirmedRuns confirmedRuns) {
        this.connections = connections;
        this.sessions = sessions;
        this.executions = executions;
        this.guard = guard;
        this.history = history;
        this.confirmedRuns = confirmedRuns;
        this.runner = new ScriptRunner();
    }

    /**
     * Runs one or several statements in a session of their own: all classified first, then one by one in one
     * transaction, unless the text brings its own or consists of one statement that allows none.
     *
     * @throws AppException the refusals of {@link StatementGuard#admit}; {@code sql_error} with the place;
     *     {@code transaction_left_open}; {@code cancelled}; {@code statement_timeout}; {@code payload_too_large} for a
     *     first row beyond 16 MiB; {@code confirmation_required} with the rule {@code writes} for a statement that reads
     *     by its text and tried to write, everything undone; {@code upstream_failed} and {@code upstream_timeout}
     */
    public QueryResult run(Caller caller, String connectionId, QueryRequest request) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_QUERY);
        validate(request);
        try (SqlBudget.Held held = executions.hold(caller, request.sql().length())) {
            return history.recording(
                    caller,
                    connection,
                    "query",
                    request.sql(),
                    QueryResult::rowCount,
                    () -> admitAndRun(caller, connection, request, held));
        }
    }

    private QueryResult admitAndRun(
            Caller caller, DatabaseConnection connection, QueryRequest request, SqlBudget.Held held) {
        AdmittedScript script = guard.admit(caller, connection, request.sql(), request.confirm());
        held.resize(request.sql().length() + weight(script, connection.engine()));
        BoundScript bound = BoundScript.bind(script, request.sql(), connection.engine(), request.parameters());
        Locking locking = Locking.of(script.readOnly() || script.onlyReads(), script.ownControl(), request.confirm());
        return confirmedRuns.recording(
                caller,
                connection,
                script.confirmed(),
                request.sql(),
                () -> confirmedRuns.held(
                        caller,
                        connection,
                        request.sql(),
                        request.confirm(),
                        locking,
                        locked -> run(caller, connection, request, bound, locked)));
    }

    private QueryResult run(
            Caller caller, DatabaseConnection connection, QueryRequest request, BoundScript bound, Locking locking) {
        try {
            return run(caller, connection, request, bound, locking, ScriptRunner.USUAL_FETCH);
        } catch (AppException e) {
            if (!SqlFailures.isFetchTooLarge(e.getCause()) || locking != Locking.READING) {
                throw e;
            }
            return run(caller, connection, request, bound, locking, 1);
        }
    }

    private QueryResult run(
            Caller caller,
            DatabaseConnection connection,
            QueryRequest request,
            BoundScript bound,
            Locking locking,
            int fetchSize) {
        try (Execution execution =
                executions.begin(caller, connection.id(), request.queryId(), limit(request.timeoutMillis()))) {
            return sessions.use(
                    connection,
                    locking.access(),
                    execution,
                    session -> runner.run(
                            session,
                            caller,
                            connection,
                            bound,
                            locking,
                            new ScriptRunner.Fetch(request.maxRows(), fetchSize)));
        }
    }

    /** What the statements take beside their text, as so many characters. */
    private static long weight(AdmittedScript script, Engine engine) {
        long weight = 0;
        for (ClassifiedStatement each : script.statements()) {
            weight += STATEMENT_CHARACTERS;
            weight += engine == Engine.SQLITE
                    ? SQLITE_TOKEN_CHARACTERS * each.statement().tokens().size()
                    : 0;
        }
        return weight;
    }

    private static void validate(QueryRequest request) {
        List<FieldProblem> problems = new ArrayList<>();
        if (request.maxRows() < 1 || request.maxRows() > QueryRequest.MOST_ROWS) {
            problems.add(new FieldProblem("maxRows", "Use 1 to " + QueryRequest.MOST_ROWS + " rows."));
        }
        Integer timeout = request.timeoutMillis();
        if (timeout != null && (timeout < 1 || timeout > QueryRequest.LONGEST_TIMEOUT_MILLIS)) {
            problems.add(new FieldProblem(
                    "timeoutMs", "Use 1 to " + QueryRequest.LONGEST_TIMEOUT_MILLIS + " milliseconds."));
        }
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
    }

    private static @Nullable Duration limit(@Nullable Integer timeoutMillis) {
        return timeoutMillis == null ? null : Duration.ofMillis(timeoutMillis);
    }

    /**
     * Cancels a call that was given an id.
     *
     * @throws AppException {@code not_found} when no such call is running
     */
    public void cancel(Caller caller, String connectionId, String queryId) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_QUERY);
        executions.cancel(caller, connection.id(), queryId);
    }
}
