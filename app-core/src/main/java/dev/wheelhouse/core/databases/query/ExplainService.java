package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.sessions.Access;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.Executions;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlBudget;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Duration;

/** Asks the database for its plan of a statement. Thread-safe. */
public final class ExplainService {

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
        if (request.timeoutMillis() < 1 || request.timeoutMillis() > QueryRequest.LONGEST_TIMEOUT_MILLIS) {
            throw AppException.invalid(
                    "timeoutMs", "Use 1 to " + QueryRequest.LONGEST_TIMEOUT_MILLIS + " milliseconds.");
        }
        try (SqlBudget.Held _ = executions.hold(caller, request.sql().length())) {
            return history.recording(
                    caller, connection, "explain", request.sql(), _ -> 0, () -> run(caller, connection, request));
        }
    }

    private Plan run(Caller caller, DatabaseConnection connection, ExplainRequest request) {
        PlanQuestion question = PlanQuestion.of(caller, connection, guard, request);
        Duration limit = Duration.ofMillis(request.timeoutMillis());
        try (Execution execution = executions.begin(caller, connection.id(), request.queryId(), limit)) {
            Access access = question.readOnly() ? Access.READING : Access.WRITING;
            return sessions.use(connection, access, execution, session -> {
                session.markDirty();
                session.begin(question.readOnly());
                Plan plan = question.ask(session);
                session.rollback();
                return plan;
            });
        }
    }
}
