package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlFailures;
import dev.wheelhouse.core.databases.sql.StatementLevel;
import dev.wheelhouse.core.databases.sql.TransactionCommand;
import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.platform.error.AppException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The transactions around the statements of one text. The lock on a text that may only read is their end: a rollback,
 * always. Their mode makes the server say what tries to write, and no statement that begins or ends a transaction reaches
 * the server: what it asks for is done here. For one text in one session.
 */
public final class TextTransaction {

    private final Session session;
    private final AdmittedScript script;
    private final Locking locking;
    private final boolean ownControl;

    /** Whether a transaction that only reads is open, and whether the text began it. */
    private boolean reading;

    private boolean begunByText;
    private String characteristics = "";

    /** The last that reads by its text, or is known to declare a cursor that outlives the transaction. */
    private @Nullable ClassifiedStatement last;

    /** What the database itself holds the statements of a text to. */
    public enum Locking {
        /** Every statement: the text runs in transactions that only read and that end in a rollback. */
        READING,
        /** Those that read by their text, in parts of the text's transactions that only read; the others write. */
        ASKING,
        /** None: what a reading statement writes was confirmed. */
        NONE;

        /** How a text is tried first; one that ends transactions by itself could not be undone and tried again. */
        static Locking of(AdmittedScript script, boolean confirm) {
            ScriptTraits traits = script.traits();
            // What was confirmed may be what a cursor does as its transaction is committed, which a rollback leaves
            // out.
            if (script.readOnly() || traits.onlyReads() || (traits.harmless() && !confirm)) {
                return READING;
            }
            return traits.ownControl() && confirm ? NONE : ASKING;
        }

        /** What the session needs to be able to do. */
        Access access() {
            return this == READING ? Access.READING : Access.WRITING;
        }
    }

    TextTransaction(Session session, AdmittedScript script, Locking locking) {
        this.session = session;
        this.script = script;
        this.locking = locking;
        this.ownControl = script.traits().ownControl();
    }

    /** To be called before the first statement. */
    void begin() throws SQLException {
        if (locking == Locking.READING) {
            return;
        }
        if (ownControl) {
            session.execution().noteEffects();
        } else {
            session.begin(false);
        }
    }

    /**
     * Does what a statement that begins or ends a transaction asks for, where its text must not reach the server.
     *
     * @return false for a statement that is to be run
     */
    public boolean control(ClassifiedStatement each) throws SQLException {
        if (locking != Locking.READING || session.engine() != Engine.POSTGRESQL) {
            return false;
        }
        Optional<TransactionCommand> command = TransactionCommand.of(each.statement());
        if (command.isEmpty()) {
            return false;
        }
        switch (command.get()) {
            case TransactionCommand.Begin begin -> begin(each, begin);
            case TransactionCommand.End end -> end(each, end);
            case TransactionCommand.RollbackTo to -> rollbackTo(to.savepoint());
            case TransactionCommand.Unknown _ ->
                throw StatementGuard.refused(
                        each, "cannot be run where nothing may be changed: it ends a transaction in its own way.");
        }
        return true;
    }

    private void begin(ClassifiedStatement each, TransactionCommand.Begin begin) throws SQLException {
        if (begin.mayWrite()) {
            throw refusal(each);
        }
        if (begunByText) {
            throw StatementGuard.refused(each, "begins a transaction inside another. End that one first.");
        }
        endReading();
        characteristics = begin.characteristics();
        beginByText();
    }

    private void beginByText() throws SQLException {
        session.beginReading(characteristics);
        reading = true;
        begunByText = true;
    }

    private void end(ClassifiedStatement each, TransactionCommand.End end) throws SQLException {
        if (end.chain() && !begunByText) {
            throw StatementGuard.refused(each, "goes on with a transaction, and none is open.");
        }
        endReading();
        begunByText = false;
        if (end.chain()) {
            beginByText();
        }
    }

    private void rollbackTo(String savepoint) throws SQLException {
        try (Statement statement = session.callersStatement("ROLLBACK TO SAVEPOINT " + savepoint)) {
            statement.execute("ROLLBACK TO SAVEPOINT " + savepoint);
        }
    }

    /** Runs a statement, held to what it may do. */
    public <T> T run(ClassifiedStatement each, Sessions.Call<T> work) throws SQLException {
        if (each.verdict().mayChangeTables()) {
            session.execution().noteTablesChanged();
        }
        return switch (locking) {
            case READING -> runReading(each, work);
            case ASKING -> runAsking(each, work);
            case NONE -> work.call();
        };
    }

    private <T> T runAsking(ClassifiedStatement each, Sessions.Call<T> work) throws SQLException {
        if (session.engine() != Engine.POSTGRESQL) {
            return work.call();
        }
        Verdict verdict = each.verdict();
        if (verdict.level() == StatementLevel.READ) {
            last = each;
            return runPart(each, work);
        }
        if (verdict.rule().equals(Verdict.CURSOR_WITH_HOLD)) {
            if (ownControl && !session.isTransactionOpen()) {
                throw StatementGuard.cursorOutside(each);
            }
            last = each;
        }
        Optional<TransactionCommand.End> commit = TransactionCommand.commit(each.statement());
        return commit.isPresent() ? commit(each, commit.get().chain(), work) : work.call();
    }

    /** @param each what is to answer for a cursor that outlives the transaction and writes */
    private <T> T commit(ClassifiedStatement each, boolean chain, Sessions.Call<T> work) throws SQLException {
        Session.HeldCursors cursors = session.holdCursors(chain);
        requireHeld(each, cursors != Session.HeldCursors.NOT_HELD);
        return cursors == Session.HeldCursors.NONE ? work.call() : refusingWrites(each, work);
    }

    private <T> T runReading(ClassifiedStatement each, Sessions.Call<T> work) throws SQLException {
        if (!reading && !(ownControl && session.engine() == Engine.SQLITE)) {
            session.begin(true);
            reading = true;
        }
        last = each;
        T result = refusingWrites(each, work);
        if (session.engine() == Engine.POSTGRESQL && !session.isTransactionOpen()) {
            // Whatever it did is done, but nothing more runs on this connection.
            session.discard();
            throw StatementGuard.refused(
                    each, "ended the transaction that held it to reading. The connection was closed.");
        }
        return result;
    }

    private <T> T runPart(ClassifiedStatement each, Sessions.Call<T> work) throws SQLException {
        if (ownControl && !session.isTransactionOpen()) {
            session.begin(true);
            T result = refusingWrites(each, work);
            requireHeld(each, session.endReading());
            return result;
        }
        session.enterReading();
        T result = refusingWrites(each, work);
        requireHeld(each, session.leaveReading());
        return result;
    }

    private <T> T refusingWrites(ClassifiedStatement each, Sessions.Call<T> work) throws SQLException {
        try {
            return work.call();
        } catch (SQLException e) {
            if (SqlFailures.isWriteRefused(e)) {
                throw refusal(each);
            }
            throw e;
        }
    }

    /** What a statement is answered that writes although it may only read. */
    private AppException refusal(ClassifiedStatement each) {
        return StatementGuard.writes(script.caller(), script.connection(), each);
    }

    private void requireHeld(ClassifiedStatement each, boolean held) {
        if (!held) {
            throw refusal(each);
        }
    }

    private void endReading() throws SQLException {
        if (!reading) {
            return;
        }
        reading = false;
        boolean held = session.endReading();
        if (last != null) {
            requireHeld(last, held);
        }
    }

    /**
     * Ends what is open: with its changes where it may have some.
     *
     * @throws AppException {@code transaction_left_open} for a transaction that the text began and did not end
     */
    void end() throws SQLException {
        if (reading) {
            boolean left = begunByText;
            endReading();
            if (left) {
                throw leftOpen();
            }
        } else if (ownControl && session.isTransactionOpen()) {
            session.rollback();
            throw leftOpen();
        } else if (!ownControl && locking == Locking.ASKING && last != null) {
            commit(last, false, () -> {
                session.commit();
                return true;
            });
        } else if (!ownControl && locking != Locking.READING) {
            session.commit();
        }
    }

    private static AppException leftOpen() {
        return new AppException(
                DatabaseError.TRANSACTION_LEFT_OPEN,
                "The text begins a transaction and does not end it. It was rolled back; add COMMIT or ROLLBACK.");
    }
}
