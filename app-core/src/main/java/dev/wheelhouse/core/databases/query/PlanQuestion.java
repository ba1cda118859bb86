package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.SqlFailures;
import dev.wheelhouse.core.databases.values.ValueBinder;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A statement that was judged and has its values, so that any session may be asked for its plan. Immutable. */
public final class PlanQuestion {

    private static final String ESTIMATE = "EXPLAIN (FORMAT JSON, VERBOSE) ";
    private static final String MEASURE = "EXPLAIN (FORMAT JSON, ANALYZE, BUFFERS, VERBOSE) ";
    private static final String STEPS = "EXPLAIN QUERY PLAN ";

    private final Caller caller;
    private final DatabaseConnection connection;
    private final BoundScript bound;
    private final boolean analyze;

    private PlanQuestion(Caller caller, DatabaseConnection connection, BoundScript bound, boolean analyze) {
        this.caller = caller;
        this.connection = connection;
        this.bound = bound;
        this.analyze = analyze;
    }

    /**
     * Judges the statement, as running it would be where it is to be measured.
     *
     * @throws AppException {@code validation_failed}; with {@code analyze}, the refusals of {@link StatementGuard#admit}
     */
    public static PlanQuestion of(
            Caller caller, DatabaseConnection connection, StatementGuard guard, ExplainRequest request) {
        if (request.analyze() && connection.engine() == Engine.SQLITE) {
            throw AppException.invalid("analyze", "SQLite cannot measure a statement. Leave this out.");
        }
        List<ClassifiedStatement> statements = StatementGuard.classify(connection.engine(), request.sql());
        if (statements.size() > 1) {
            throw AppException.invalid("sql", "Give one statement; a plan is of one.");
        }
        if (statements.getFirst().verdict().command().equals("EXPLAIN")) {
            throw AppException.invalid("sql", "Give the statement itself, without EXPLAIN.");
        }
        boolean readOnly = !request.analyze() || connection.readOnly() || !caller.may(Scope.DATABASES_WRITE);
        AdmittedScript script = request.analyze()
                ? guard.admit(caller, connection, request.sql(), request.confirm())
                : new AdmittedScript(statements, readOnly, List.of());
        BoundScript bound = BoundScript.bind(script, request.sql(), connection.engine(), request.parameters());
        return new PlanQuestion(caller, connection, bound, request.analyze());
    }

    /** Whether the database is to be held to reading while it is asked. */
    public boolean readOnly() {
        return bound.script().readOnly();
    }

    /**
     * Asks. Measuring runs the statement: what it changed is to be undone by the caller.
     *
     * @throws AppException {@code sql_error} with its place in the submitted text; {@code validation_failed} for a value
     */
    public Plan ask(Session session) throws SQLException {
        BoundStatement statement = bound.statements().getFirst();
        String prefix = switch (connection.engine()) {
            case POSTGRESQL -> analyze ? MEASURE : ESTIMATE;
            case SQLITE -> STEPS;
        };
        String sql = prefix + statement.text();
        boolean plain = statement.rewritten() == null;
        try (Statement jdbc = plain ? session.callersStatement(sql) : session.callersPrepared(sql);
                ResultSet rows = execute(jdbc, statement, sql)) {
            return new Plan(connection.engine(), analyze, read(rows));
        } catch (SQLException e) {
            if (SqlFailures.isWriteRefused(e) && (connection.readOnly() || !caller.may(Scope.DATABASES_WRITE))) {
                throw StatementGuard.writes(caller, connection, statement.classified());
            }
            throw session.failure(
                    connection, e, failure -> ErrorPlace.behindPrefix(failure, bound, statement, prefix.length()));
        }
    }

    private ResultSet execute(Statement jdbc, BoundStatement statement, String sql) throws SQLException {
        if (jdbc instanceof PreparedStatement prepared) {
            statement.bind(prepared, ValueBinder.of(connection.engine()));
            return prepared.executeQuery();
        }
        return jdbc.executeQuery(sql);
    }

    private RawJson read(ResultSet rows) throws SQLException {
        return switch (connection.engine()) {
            case POSTGRESQL -> {
                rows.next();
                yield new RawJson(rows.getString(1));
            }
            case SQLITE -> steps(rows);
        };
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
