package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.query.ClassifiedStatement;
import dev.wheelhouse.core.databases.query.StatementGuard;
import dev.wheelhouse.core.databases.query.TextTransaction.Locking;
import dev.wheelhouse.core.databases.sql.StatementLevel;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The statements of a tab that read by their text and were caught writing. Each is asked about before it runs again; on a
 * development connection once. Thread-safe.
 */
final class WritingReads {

    private static final int MOST = 50;

    /** By the statement's text: whether it may run without another question. */
    private final Map<String, Boolean> allowed = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST;
        }
    };

    /** How a statement of somebody who may write is to run. */
    synchronized Locking locking(DatabaseConnection connection, ClassifiedStatement statement, boolean confirm) {
        Boolean known = allowed.get(statement.statement().text());
        if (statement.verdict().level() != StatementLevel.READ || known == null) {
            return Locking.ASKING;
        }
        if (!known && !confirm) {
            throw StatementGuard.asksToWrite(statement);
        }
        allowed.put(statement.statement().text(), connection.environment() == Environment.DEVELOPMENT);
        return Locking.NONE;
    }

    /** Remembers the statement; the error that asks about it, or refuses it to those who may only read. */
    synchronized AppException caught(Caller caller, DatabaseConnection connection, ClassifiedStatement statement) {
        allowed.put(statement.statement().text(), false);
        return StatementGuard.writes(caller, connection, statement);
    }
}
