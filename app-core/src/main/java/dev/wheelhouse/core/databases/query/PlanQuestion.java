package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.SqlFailures;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
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

    private final AdmittedScript script;
    private final boolean analyze;
    private final boolean readOnly;

    private PlanQuestion(AdmittedScript script, boolean analyze, boolean readOnly) {
        this.script = script;
        this.analyze = analyze;
        this.readOnly = readOnly;
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
        AdmittedScript script = request.analyze()
                ? guard.admit(caller, connection, request.sql(), request.parameters(), request.confirm())
                : AdmittedScript.of(caller, connection, request.sql(), statements)
                        .bind(request.parameters());
        // A rollback takes back no value of a sequence, so writing is asked about as where the text is run.
        boolean readOnly =
                !request.analyze() || script.readOnly() || (script.traits().harmless() && !request.confirm());
        return new PlanQuestion(script, request.analyze(), readOnly);
    }

    AdmittedScript script() {
        return script;
    }

    /** Whether the database is to be held to reading while it is asked. */
    public boolean readOnly() {
        return readOnly;
    }

    /**
     * Asks. Measuring runs the statement: what it changed is to be undone by the caller.
     *
     * @throws AppException {@code sql_error} with its place in the submitted text; {@code validation_failed} for a value
     */
    public Plan ask(Session session) throws SQLException {
        ClassifiedStatement statement = script.statements().getFirst();
        Engine engine = script.connection().engine();
        String prefix = switch (engine) {
            case POSTGRESQL -> analyze ? MEASURE : ESTIMATE;
            case SQLITE -> STEPS;
        };
        try (Statement opened = statement.open(session, prefix);
                ResultSet rows = statement.query(session, opened, prefix)) {
            return new Plan(engine, analyze, read(engine, rows));
        } catch (SQLException e) {
            if (SqlFailures.isWriteRefused(e) && readOnly) {
                throw StatementGuard.writes(script.caller(), script.connection(), statement);
            }
            throw session.failure(
                    script.connection(),
                    e,
                    failure -> ErrorPlace.behindPrefix(failure, script, statement, prefix.length()));
        }
    }

    private static RawJson read(Engine engine, ResultSet rows) throws SQLException {
        return switch (engine) {
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
