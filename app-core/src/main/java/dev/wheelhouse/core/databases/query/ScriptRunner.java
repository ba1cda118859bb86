package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.values.JsonRows;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.databases.values.ValueBinder;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs admitted statements in a session and reads the result of the last. */
final class ScriptRunner {

    static final long MOST_BYTES = 16L << 20;

    private static final int MOST_OUTCOMES = 1000;

    /** Rows of the first fetch as the driver is set up; it adapts to how wide they are. */
    static final int USUAL_FETCH = 0;

    /**
     * How much of the last result is read.
     *
     * @param maxRows 0 to leave a result unread
     */
    record Fetch(int maxRows, int size) {}

    QueryResult run(
            Session session,
            Caller caller,
            DatabaseConnection connection,
            BoundScript bound,
            Locking locking,
            Fetch fetch)
            throws SQLException {
        AdmittedScript script = bound.script();
        // A function called in a SELECT may take advisory locks or change settings.
        if (session.engine() == Engine.POSTGRESQL || !script.onlyReads()) {
            session.markDirty();
        }
        TextTransaction transaction = new TextTransaction(
                session, locking, script.ownControl(), each -> StatementGuard.writes(caller, connection, each));
        transaction.begin();
        QueryResult result = runAll(session, connection, bound, transaction, fetch);
        transaction.end();
        return result;
    }

    private QueryResult runAll(
            Session session, DatabaseConnection connection, BoundScript bound, TextTransaction transaction, Fetch fetch)
            throws SQLException {
        long began = System.nanoTime();
        List<BoundStatement> statements = bound.statements();
        QueryResult result = null;
        List<String> notices = new ArrayList<>();
        List<QueryResult.Outcome> outcomes = new ArrayList<>();
        int left = statements.size();
        for (BoundStatement each : statements) {
            left--;
            Fetch wanted = left == 0 ? fetch : new Fetch(0, fetch.size());
            try {
                long begunAt = System.nanoTime();
                QueryResult one = transaction.control(each.classified())
                        ? done(each.classified().verdict().command())
                        : transaction.run(each.classified(), () -> runOne(session, each, wanted));
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
                        outcomes);
            } catch (SQLException e) {
                throw session.failure(connection, e, failure -> ErrorPlace.locate(failure, bound, each));
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
        return new QueryResult(List.of(), null, 0, command, 0, false, List.of(), List.of());
    }

    private static QueryResult runOne(Session session, BoundStatement each, Fetch fetch) throws SQLException {
        String command = each.classified().verdict().command();
        if (each.rewritten() == null) {
            try (Statement statement = session.callersStatement(each.text())) {
                prepare(statement, fetch);
                return read(session, statement, statement.execute(each.text()), command, fetch.maxRows());
            }
        }
        try (PreparedStatement statement = session.callersPrepared(each.text())) {
            prepare(statement, fetch);
            each.bind(statement, ValueBinder.of(session.engine()));
            return read(session, statement, statement.execute(), command, fetch.maxRows());
        }
    }

    private static void prepare(Statement statement, Fetch fetch) throws SQLException {
        statement.setMaxRows(fetch.maxRows() + 1);
        if (fetch.size() != USUAL_FETCH) {
            statement.setFetchSize(fetch.size());
        }
    }

    private static QueryResult read(Session session, Statement statement, boolean hasRows, String command, int maxRows)
            throws SQLException {
        if (!hasRows) {
            long affected = Math.max(0, statement.getLargeUpdateCount());
            return new QueryResult(
                    List.of(), null, affected, command, 0, false, Session.notices(statement.getWarnings()), List.of());
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
                    List.of());
        }
    }

    private static AppException rowTooLarge(JsonRows encoded) throws SQLException {
        return new AppException(
                PlatformError.PAYLOAD_TOO_LARGE,
                "The first row is larger than " + (MOST_BYTES >> 20) + " MiB; most of it is the column "
                        + encoded.widestField().name() + ". Select less of it, or read the value alone.");
    }
}
