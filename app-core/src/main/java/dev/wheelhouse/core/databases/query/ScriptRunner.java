package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.query.TextTransaction.Locking;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlBudget;
import dev.wheelhouse.core.databases.sql.SecretRedaction;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The one way of a text to a session: what is written down about it, the lock that it runs in, and the second run of what
 * was caught writing and is confirmed. Thread-safe.
 */
public final class ScriptRunner {

    private static final int LONGEST_TEXT = 10_000;

    private final Sessions sessions;
    private final HistoryService history;
    private final EventLog events;

    public ScriptRunner(Sessions sessions, HistoryService history, EventLog events) {
        this.sessions = sessions;
        this.history = history;
        this.events = events;
    }

    /** What runs the statements of a text, each by {@link TextTransaction#run}. */
    public interface Work<T> {
        T run(Session session, TextTransaction transaction) throws SQLException;
    }

    /**
     * Holds room for a text and writes down in the history what came of it.
     *
     * @param kind see {@link dev.wheelhouse.core.databases.history.HistoryEntry}
     * @param rowCount the rows of a result
     * @param work gets the room, for texts that take more or less later
     * @throws AppException as {@link dev.wheelhouse.core.databases.sessions.Executions#hold}
     */
    public <T> T recording(
            Caller caller,
            DatabaseConnection connection,
            String kind,
            String sql,
            ToLongFunction<T> rowCount,
            Function<SqlBudget.Held, T> work) {
        try (SqlBudget.Held held = sessions.executions().hold(caller, sql.length())) {
            return history.recording(caller, connection, kind, sql, rowCount, () -> work.apply(held));
        }
    }

    /**
     * Surrounds statements that somebody confirmed with an event of the intent and one of the outcome.
     *
     * @param confirmed the statements that were confirmed; without any, nothing is written
     * @param sql the text they stand in
     */
    public <T> T confirmed(
            Caller caller,
            DatabaseConnection connection,
            List<ClassifiedStatement> confirmed,
            String sql,
            Supplier<T> work) {
        return confirmed.isEmpty() ? work.get() : recordingIntent(caller, connection, sql, work);
    }

    /**
     * Surrounds the measuring of a plan, which runs the statement, with the events where that was asked about.
     *
     * @param work asks for the plan
     */
    public <T> T measuring(PlanQuestion question, Supplier<T> work) {
        AdmittedScript script = question.script();
        boolean asked = !script.confirmed().isEmpty() || script.traits().reads();
        return question.readOnly() || !asked
                ? work.get()
                : recordingIntent(script.caller(), script.connection(), script.sql(), work);
    }

    private <T> T recordingIntent(Caller caller, DatabaseConnection connection, String sql, Supplier<T> work) {
        // PostgreSQL stores no NUL in text, and the state may lie there.
        String shown =
                SecretRedaction.redact(sql, LONGEST_TEXT, connection.engine()).replace('\0', '\uFFFD');
        NewEvent intent = new NewEvent(EventKind.DATABASE_CONFIRMED_STATEMENT, connection.id(), Map.of("sql", shown));
        return events.recording(caller, intent, work);
    }

    /**
     * Attempts a text as far as it may go unasked; what was caught writing then was undone, and is attempted once more with
     * nothing held back where it was confirmed.
     *
     * @throws AppException {@code confirmation_required} where it was not
     */
    <T> T unasked(AdmittedScript script, boolean confirm, Function<Locking, T> attempt) {
        Locking locking = Locking.of(script, confirm);
        // On SQLite what reads by its text cannot write.
        boolean readsUnheld = locking == Locking.NONE
                && script.traits().reads()
                && script.connection().engine() == Engine.POSTGRESQL;
        if (readsUnheld && script.confirmed().isEmpty()) {
            return recordingIntent(script.caller(), script.connection(), script.sql(), () -> attempt.apply(locking));
        }
        return confirmed(script.caller(), script.connection(), script.confirmed(), script.sql(), () -> {
            try {
                return attempt.apply(locking);
            } catch (AppException e) {
                if (!confirm || e.errorCode() != PlatformError.CONFIRMATION_REQUIRED) {
                    throw e;
                }
                return recordingIntent(
                        script.caller(), script.connection(), script.sql(), () -> attempt.apply(Locking.NONE));
            }
        });
    }

    /**
     * Runs a text in a session of the pool: first as far as it may go unasked, and once more where it was caught writing
     * and is confirmed.
     *
     * @throws AppException {@code confirmation_required} where it is not, and what
     *     {@link Sessions#use} throws
     */
    public <T> T run(AdmittedScript script, boolean confirm, Execution execution, Work<T> work) {
        return unasked(script, confirm, locking -> run(script, locking, execution, work));
    }

    /** One attempt. */
    <T> T run(AdmittedScript script, Locking locking, Execution execution, Work<T> work) {
        return sessions.use(
                script.connection(),
                locking.access(),
                execution,
                session -> inTransaction(session, script, locking, work));
    }

    /** Runs a text in the transactions that hold it to what it may do. */
    static <T> T inTransaction(Session session, AdmittedScript script, Locking locking, Work<T> work)
            throws SQLException {
        // A function called in a SELECT may take advisory locks or change settings.
        if (session.engine() == Engine.POSTGRESQL || !script.traits().onlyReads()) {
            session.markDirty();
        }
        TextTransaction transaction = new TextTransaction(session, script, locking);
        transaction.begin();
        T result = work.run(session, transaction);
        transaction.end();
        return result;
    }
}
