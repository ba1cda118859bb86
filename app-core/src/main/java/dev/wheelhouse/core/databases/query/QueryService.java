package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.query.TextTransaction.Locking;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.Executions;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlBudget;
import dev.wheelhouse.core.databases.sessions.SqlFailures;
import dev.wheelhouse.core.databases.sql.SqlFormatter;
import dev.wheelhouse.core.databases.values.JsonRows;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs SQL of users, and says how it would run and how it looks laid out. Thread-safe. */
public final class QueryService {

    /** A statement takes about as much memory beside its text as so many characters. */
    private static final long STATEMENT_CHARACTERS = 150;

    /** SQLite's parser keeps about a hundred bytes a token in this process, outside the heap. */
    private static final long SQLITE_TOKEN_CHARACTERS = 40;

    static final long MOST_BYTES = 16L << 20;

    private static final int MOST_OUTCOMES = 1000;

    /** Rows of the first fetch as the driver is set up; it adapts to how wide they are. */
    private static final int USUAL_FETCH = 0;

    private final ConnectionService connections;
    private final Sessions sessions;
    private final StatementGuard guard;
    private final ScriptRunner runner;

    public QueryService(ConnectionService connections, Sessions sessions, StatementGuard guard, ScriptRunner runner) {
        this.connections = connections;
        this.sessions = sessions;
        this.guard = guard;
        this.runner = runner;
    }

    /**
     * How much of the last result is read.
     *
     * @param maxRows 0 to leave a result unread
     */
    record Fetch(int maxRows, int size) {}

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
        return runner.recording(caller, connection, "query", request.sql(), QueryResult::rowCount, held -> {
            AdmittedScript script =
                    guard.admit(caller, connection, request.sql(), request.parameters(), request.confirm());
            held.resize(request.sql().length() + weight(script));
            return runner.unasked(script, request.confirm(), locking -> run(script, request, locking));
        });
    }

    /**
     * What {@link #run} would do, confirmation given; nothing is run. Scope databases:query, and what the statements need.
     *
     * @throws AppException the refusals of {@link StatementGuard#admit}
     */
    public ScriptReview review(Caller caller, String connectionId, String sql) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_QUERY);
        return guard.review(caller, connection, sql);
    }

    private QueryResult run(AdmittedScript script, QueryRequest request, Locking locking) {
        try {
            return run(script, request, locking, USUAL_FETCH);
        } catch (AppException e) {
            if (!SqlFailures.isFetchTooLarge(e.getCause()) || locking != Locking.READING) {
                throw e;
            }
            return run(script, request, locking, 1);
        }
    }

    private QueryResult run(AdmittedScript script, QueryRequest request, Locking locking, int fetchSize) {
        Integer timeout = request.timeoutMillis();
        Duration limit = timeout == null ? null : Duration.ofMillis(timeout);
        Fetch fetch = new Fetch(request.maxRows(), fetchSize);
        try (Execution execution =
                sessions.executions().begin(script.caller(), script.connection().id(), request.queryId(), limit)) {
            return runner.run(
                    script, locking, execution, (session, transaction) -> runAll(session, script, transaction, fetch));
        }
    }

    /** Runs the statements one by one and reads the result of the last. */
    static QueryResult runAll(Session session, AdmittedScript script, TextTransaction transaction, Fetch fetch)
            throws SQLException {
        long began = System.nanoTime();
        List<ClassifiedStatement> statements = script.statements();
        QueryResult result = null;
        List<String> notices = new ArrayList<>();
        List<QueryResult.Outcome> outcomes = new ArrayList<>();
        int left = statements.size();
        for (ClassifiedStatement each : statements) {
            left--;
            Fetch wanted = left == 0 ? fetch : new Fetch(0, fetch.size());
            try {
                long begunAt = System.nanoTime();
                QueryResult one = transaction.control(each)
                        ? done(each.verdict().command())
                        : transaction.run(each, () -> runOne(session, each, wanted));
                long now = System.nanoTime();
                int room = Math.min(one.notices().size(), Session.MOST_NOTICES - notices.size());
                notices.addAll(one.notices().subList(0, room));
                if (statements.size() > 1 && outcomes.size() < MOST_OUTCOMES) {
                    outcomes.add(new QueryResult.Outcome(one.command(), one.rowCount(), millis(begunAt, now)));
                }
                result = new QueryResult(
                        one.fields(),
                        one.rows(),
                        one.rowCount(),
                        one.command(),
                        millis(began, now),
                        one.truncated(),
                        notices,
                        outcomes,
                        script.traits().onlyReads());
            } catch (SQLException e) {
                throw session.failure(script.connection(), e, failure -> ErrorPlace.locate(failure, script, each));
            }
        }
        if (result == null) {
            throw new IllegalStateException("A script has at least one statement");
        }
        return result;
    }

    private static long millis(long fromNanos, long toNanos) {
        return Duration.ofNanos(toNanos - fromNanos).toMillis();
    }

    private static QueryResult done(String command) {
        return new QueryResult(List.of(), null, 0, command, 0, false, List.of(), List.of(), false);
    }

    private static QueryResult runOne(Session session, ClassifiedStatement each, Fetch fetch) throws SQLException {
        try (Statement statement = each.open(session, "")) {
            statement.setMaxRows(fetch.maxRows() + 1);
            if (fetch.size() != USUAL_FETCH) {
                statement.setFetchSize(fetch.size());
            }
            boolean hasRows = each.execute(session, statement);
            return read(session, statement, hasRows, each.verdict().command(), fetch.maxRows());
        }
    }

    private static QueryResult read(Session session, Statement statement, boolean hasRows, String command, int maxRows)
            throws SQLException {
        if (!hasRows) {
            long affected = Math.max(0, statement.getLargeUpdateCount());
            return new QueryResult(
                    List.of(),
                    null,
                    affected,
                    command,
                    0,
                    false,
                    Session.notices(statement.getWarnings()),
                    List.of(),
                    false);
        }
        try (ResultSet rows = statement.getResultSet()) {
            ResultReader reader = ResultReader.of(session.engine(), rows);
            JsonRows encoded = new JsonRows(reader, MOST_BYTES);
            boolean truncated = false;
            while (!truncated && reader.next()) {
                session.execution().check();
                truncated = encoded.count() == maxRows || !encoded.add();
            }
            if (truncated && encoded.count() == 0 && maxRows > 0) {
                throw rowTooLarge(encoded);
            }
            return new QueryResult(
                    reader.fields(),
                    encoded,
                    encoded.count(),
                    command,
                    0,
                    truncated,
                    Session.notices(statement.getWarnings(), rows.getWarnings()),
                    List.of(),
                    false);
        }
    }

    private static AppException rowTooLarge(JsonRows encoded) throws SQLException {
        return new AppException(
                PlatformError.PAYLOAD_TOO_LARGE,
                "The first row is larger than " + (MOST_BYTES >> 20) + " MiB; most of it is the column "
                        + encoded.widestField().name() + ". Select less of it, or read the value alone.");
    }

    /** What the statements take beside their text, as so many characters. */
    private static long weight(AdmittedScript script) {
        long weight = 0;
        for (ClassifiedStatement each : script.statements()) {
            weight += STATEMENT_CHARACTERS;
            weight += script.connection().engine() == Engine.SQLITE
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

    /**
     * Cancels a call that was given an id.
     *
     * @throws AppException {@code not_found} when no such call is running
     */
    public void cancel(Caller caller, String connectionId, String queryId) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_QUERY);
        sessions.executions().cancel(caller, connection.id(), queryId);
    }

    /**
     * The plan of one statement.
     *
     * @throws AppException {@code validation_failed}; {@code sql_error} with the place in the submitted text; with
     *     {@code analyze}, the refusals of {@link StatementGuard#admit}
     */
    public Plan explain(Caller caller, String connectionId, ExplainRequest request) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_QUERY);
        if (request.timeoutMillis() < 1 || request.timeoutMillis() > QueryRequest.LONGEST_TIMEOUT_MILLIS) {
            throw AppException.invalid(
                    "timeoutMs", "Use 1 to " + QueryRequest.LONGEST_TIMEOUT_MILLIS + " milliseconds.");
        }
        return runner.recording(caller, connection, "explain", request.sql(), _ -> 0, _ -> {
            PlanQuestion question = PlanQuestion.of(caller, connection, guard, request);
            Duration limit = Duration.ofMillis(request.timeoutMillis());
            Access access = question.readOnly() ? Access.READING : Access.WRITING;
            return runner.measuring(question, () -> {
                try (Execution execution =
                        sessions.executions().begin(caller, connection.id(), request.queryId(), limit)) {
                    return sessions.use(connection, access, execution, session -> {
                        session.markDirty();
                        session.begin(question.readOnly());
                        Plan plan = question.ask(session);
                        session.rollback();
                        return plan;
                    });
                }
            });
        });
    }

    /**
     * A text laid out as the engine of a connection reads it, with every token and comment as it was written; the database
     * is not asked.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, and those of
     *     {@link Executions#hold}
     */
    public String format(Caller caller, String connectionId, String sql) {
        Engine engine =
                connections.forUse(caller, connectionId, Scope.DATABASES_READ).engine();
        try (SqlBudget.Held held = sessions.executions().hold(caller, sql.length())) {
            held.resize(sql.length() + SqlFormatter.costOf(sql, engine));
            return SqlFormatter.format(sql, engine);
        }
    }
}
