package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.sql.SecretRedaction;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Surrounds statements that somebody confirmed with an event of the intent and one of the outcome. Thread-safe. */
public final class ConfirmedRuns {

    private static final int LONGEST_TEXT = 10_000;

    private final EventLog events;

    public ConfirmedRuns(EventLog events) {
        this.events = events;
    }

    /**
     * Runs work.
     *
     * @param confirmed the statements that were confirmed; without any, nothing is written
     * @param sql the text they stand in
     */
    public <T> T recording(
            Caller caller,
            DatabaseConnection connection,
            List<ClassifiedStatement> confirmed,
            String sql,
            Supplier<T> work) {
        if (confirmed.isEmpty()) {
            return work.get();
        }
        return recording(caller, connection, sql, work);
    }

    private <T> T recording(Caller caller, DatabaseConnection connection, String sql, Supplier<T> work) {
        NewEvent intent =
                new NewEvent("database.confirmed_statement", connection.id(), Map.of("sql", shown(sql, connection)));
        return events.recording(caller, intent, work);
    }

    /**
     * Runs a text as far as it may go unasked; what was caught writing then was undone, and runs once more with nothing
     * held back where it was confirmed.
     *
     * @throws AppException {@code confirmation_required} where it was not
     */
    public <T> T held(
            Caller caller,
            DatabaseConnection connection,
            String sql,
            boolean confirm,
            Locking locking,
            Function<Locking, T> run) {
        try {
            return run.apply(locking);
        } catch (AppException e) {
            if (!confirm || e.errorCode() != DatabaseError.CONFIRMATION_REQUIRED) {
                throw e;
            }
            return recording(caller, connection, sql, () -> run.apply(Locking.NONE));
        }
    }

    private static String shown(String sql, DatabaseConnection connection) {
        // PostgreSQL stores no NUL in text, and the state may lie there.
        return SecretRedaction.redact(sql, LONGEST_TEXT, connection.engine()).replace('\0', '\uFFFD');
    }
}
