package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.Executions;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks the database for its plan of a statement. Thread-safe. */
public final class ExplainService {

    private static final String ESTIMATE = "EXPLAIN (FORMAT JSON, VERBOSE) ";
    private static final String MEASURE = "EXPLAIN (FORMAT JSON, ANALYZE, BUFFERS, VERBOSE) ";
    private static final String STEPS = "EXPLAIN QUERY PLAN ";

    private final ConnectionService connections;
    private final Sessions sessions;
    private final Executions executions;
    private final StatementGuard guard;
    private final HistoryService history;

    public ExplainService(
            ConnectionService connections,
            Sessions sessions,
            Executions executions,
            StatementGuard guard,
            HistoryService history) {
        this.connections = connections;
        this.sessions = sessions;
        this.executions = executions;
        this.guard = guard;
        this.history = history;
    }

    /**
     * The plan of one statement.
     *
     * @throws AppException {@code validation_failed}; {@code sql_error} with the place in the submitted text; with
     *     {@code analyze}, the refusals of {@link StatementGuard#admit}
     */
    public Plan explain(Caller caller, String connectionId, ExplainRequest request) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_QUERY);
        if (request.analyze() && connection.engine() == Engine.SQLITE) {
            throw AppException.invalid("analyze", "SQLite cannot measure a statement. Leave this out.");
        }
        if (request.timeoutMillis() < 1 || request.timeoutMillis() > QueryRequest.LONGEST_TIMEOUT_MILLIS) {
            throw AppException.invalid(
                    "timeoutMs", "Use 1 to " + QueryRequest.LONGEST_TIMEOUT_MILLIS + " milliseconds.");
        }
        return history.recording(
                caller, connection, "explain", request.sql(), _ -> 0, () -> run(caller, connection, request));
    }

    private Plan run(Caller caller, DatabaseConnection connection, ExplainRequest request) {
        List<ClassifiedStatement> statements = StatementGuard.classify(connection.engine(), request.sql());
        if (statements.size() > 1) {
            throw AppException.invalid("sql", "Give one statement; a plan is of one.");
        }
        if (request.analyze()) {
            guard.admit(caller, connection, request.sql(), request.confirm());
        }
        ClassifiedStatement statement = statements.getFirst();
        Duration limit = Duration.ofMillis(request.timeoutMillis());
        try (Execution execution = executions.begin(caller, connection.id(), request.queryId(), limit)) {
            return sessions.use(connection, execution, session -> {
                boolean readOnly = !request.analyze() || connection.readOnly() || !caller.may(Scope.DATABASES_WRITE);
                session.markDirty();
                session.begin(readOnly);
                RawJson plan = ask(session, connection, statement, request);
                session.rollback();
                return new Plan(connection.engine(), request.analyze(), plan);
            });
        }
    }

    private static RawJson ask(
            Session session, DatabaseConnection connection, ClassifiedStatement statement, ExplainRequest request)
            throws SQLException {
        String prefix = switch (session.engine()) {
            case POSTGRESQL -> request.analyze() ? MEASURE : ESTIMATE;
            case SQLITE -> STEPS;
        };
        try (Statement jdbc = session.statement()) {
            jdbc.setEscapeProcessing(false);
            try (ResultSet rows =
                    jdbc.executeQuery(prefix + statement.statement().text())) {
                return switch (session.engine()) {
                    case POSTGRESQL -> {
                        rows.next();
                        yield new RawJson(rows.getString(1));
                    }
                    case SQLITE -> steps(rows);
                };
            }
        } catch (SQLException e) {
            throw session.failure(
                    connection,
                    e,
                    failure -> ErrorPlace.behindPrefix(failure, request.sql(), statement, prefix.length()));
        }
    }

    private static RawJson steps(ResultSet rows) throws SQLException {
        List<Map<String, Object>> steps = new ArrayList<>();
        while (rows.next()) {
            Map<String, Object> step = new LinkedHashMap<>();
            step.put("id", rows.getInt("id"));
            step.put("parent", rows.getInt("parent"));
            step.put("detail", rows.getString("detail"));
            steps.add(step);
        }
        return new RawJson(Json.write(steps));
    }
}
