package dev.wheelhouse.core.testing;

import dev.wheelhouse.core.platform.store.StateStoreConfig;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.transaction.DelegatingTransactionHandler;
import org.jdbi.v3.core.transaction.LocalTransactionHandler;
import org.jdbi.v3.core.transaction.TransactionException;
import org.jdbi.v3.core.transaction.TransactionHandler;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The changes of a state, one of which fails when a test says so: its commit, or one of its statements. It finds what is
 * changed in memory before the state is: afterwards memory says what the state does not. Thread-safe.
 */
public final class RefusedCommits extends DelegatingTransactionHandler {

    /** What goes wrong. */
    public enum Trouble {
        /** A commit is refused: the disk is full, or the server stopped. The state has nothing of the transaction. */
        REFUSED,
        /** A statement is refused in the same way, and with it the transaction. */
        STATEMENT_REFUSED,
        /** The state has all of the transaction, and the connection broke before it could say so. */
        ANSWER_LOST
    }

    private final StateStoreConfig config;
    private final AtomicReference<@Nullable Next> next;

    private record Next(
            Trouble trouble, AtomicInteger left, @Nullable Thread thread) {

        boolean isOfStatement() {
            return trouble == Trouble.STATEMENT_REFUSED;
        }

        boolean isNow() {
            return (thread == null || thread.equals(Thread.currentThread())) && left.decrementAndGet() == 0;
        }
    }

    public RefusedCommits(StateStoreConfig config) {
        this(LocalTransactionHandler.binding(), config, new AtomicReference<>());
    }

    private RefusedCommits(TransactionHandler real, StateStoreConfig config, AtomicReference<@Nullable Next> next) {
        super(real);
        this.config = config;
        this.next = next;
    }

    /**
     * Has one commit, or one statement, fail.
     *
     * @param nth counted from now on; 1 for the next one
     */
    public void fail(Trouble trouble, int nth) {
        next.set(new Next(trouble, new AtomicInteger(nth), null));
    }

    /** As {@link #fail}, counting those of this thread alone. */
    public void failMine(Trouble trouble, int nth) {
        next.set(new Next(trouble, new AtomicInteger(nth), Thread.currentThread()));
    }

    /**
     * Ends the trouble.
     *
     * @return whether there was any
     */
    public boolean end() {
        Next last = next.getAndSet(null);
        return last != null && last.left().get() <= 0;
    }

    @Override
    public TransactionHandler specialize(Handle handle) throws SQLException {
        return new RefusedCommits(getDelegate().specialize(handle), config, next);
    }

    @Override
    public void begin(Handle handle) {
        super.begin(handle);
        Next now = next.get();
        if (now != null && now.isOfStatement()) {
            handle.getConfig(SqlStatements.class).setSqlLogger(new SqlLogger() {
                @Override
                public void logBeforeExecution(StatementContext statement) {
                    if (now.equals(next.get()) && now.isNow()) {
                        throw new UnableToExecuteStatementException(failure(now.trouble()), statement);
                    }
                }
            });
        }
    }

    @Override
    public void commit(Handle handle) {
        Next now = next.get();
        if (now == null || now.isOfStatement() || !now.isNow()) {
            super.commit(handle);
            return;
        }
        if (now.trouble() == Trouble.ANSWER_LOST) {
            super.commit(handle);
        }
        // As JDBI reports it, which rolls back thereupon.
        throw new TransactionException("Failed to commit transaction!", failure(now.trouble()));
    }

    private SQLException failure(Trouble trouble) {
        return switch (config) {
            case StateStoreConfig.SqliteFile _ ->
                switch (trouble) {
                    case REFUSED, STATEMENT_REFUSED ->
                        new SQLiteException("database or disk is full", SQLiteErrorCode.SQLITE_FULL);
                    case ANSWER_LOST -> new SQLiteException("disk I/O error", SQLiteErrorCode.SQLITE_IOERR);
                };
            case StateStoreConfig.SharedPostgres _ ->
                switch (trouble) {
                    case REFUSED, STATEMENT_REFUSED ->
                        new SQLException("terminating connection due to administrator command", "57P01");
                    case ANSWER_LOST ->
                        new SQLException("An I/O error occurred while sending to the backend.", "08006");
                };
        };
    }
}
