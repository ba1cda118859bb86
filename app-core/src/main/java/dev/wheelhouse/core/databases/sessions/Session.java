package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A connection borrowed for one call. Whatever statement runs is watched, so that the call can be cancelled. Bound to
 * the thread that got it.
 */
public final class Session {

    /** Rows of the first fetch; the driver then adapts to how wide they are. */
    static final int FIRST_FETCH = 50;

    /** More rows a fetch make nothing faster. */
    static final int MOST_ROWS_A_FETCH = 1000;

    /** One fetch of more bytes is refused. */
    static final int MOST_BYTES_A_FETCH = 64 << 20;

    /** Bytes of the longest value that is read in one piece. */
    public static final int WHOLE_VALUES = 16 << 20;

    /** No limit, for what cuts a value before it reads it. */
    public static final int ANY_VALUES = Integer.MAX_VALUE;

    /** Lines that are taken of what a server says beside its results. */
    public static final int MOST_NOTICES = 100;

    /**
     * What a call may do to its database. PostgreSQL holds a call to it by transaction, SQLite by how the file was opened.
     */
    public enum Access {
        /** A SQLite file is opened with {@code SQLITE_OPEN_READONLY}, which no statement can undo. */
        READING,
        WRITING;

        /** How a connection has to be opened for the call: a read-only SQLite connection never opens its file to write. */
        Access opening(DatabaseConnection connection) {
            if (connection.engine() != Engine.SQLITE) {
                return WRITING;
            }
            return connection.readOnly() ? READING : this;
        }
    }

    /** What a call does with its session. */
    @FunctionalInterface
    public interface Work<T> {
        T run(Session session) throws SQLException;
    }

    private final Connection jdbc;
    private final Engine engine;
    private final Dialect dialect;
    private final Execution execution;
    private long idsBefore;
    private boolean begun;
    private boolean dirty;
    private boolean discarded;

    Session(Connection jdbc, Engine engine, Dialect dialect, Execution execution) {
        this.jdbc = jdbc;
        this.engine = engine;
        this.dialect = dialect;
        this.execution = execution;
    }

    public Connection jdbc() {
        return jdbc;
    }

    public Engine engine() {
        return engine;
    }

    public Execution execution() {
        return execution;
    }

    /** A statement that a cancel reaches. */
    public Statement statement() throws SQLException {
        return execution.watch(jdbc.createStatement());
    }

    /**
     * A statement for SQL that the caller wrote, ready to be executed with exactly this text.
     *
     * @throws AppException {@code bad_request} for a text that the driver would send as several statements, although it
     *     was judged as one; {@code insufficient_scope} where the log-in has powers that only {@code databases:admin} may
     *     use
     */
    public Statement callersStatement(String sql) throws SQLException {
        admit(sql, false);
        Statement statement = statement();
        // What is in braces is SQL, not JDBC's escape syntax.
        statement.setEscapeProcessing(false);
        return statement;
    }

    /** As {@link #callersStatement}, with values to bind. */
    public PreparedStatement callersPrepared(String sql) throws SQLException {
        admit(sql, true);
        return prepare(sql);
    }

    private void admit(String sql, boolean parameterised) throws SQLException {
        requireOrdinaryLogin();
        if (!dialect.isSentAsOne(jdbc, sql, parameterised)) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    "The text of a statement can be read as several statements. Nothing of it was run. Check its quotes"
                            + " and comments.");
        }
    }

    /**
     * Nothing that a transaction holds back stops a powerful login from reading the server's files or ending other
     * sessions, so whose SQL runs there matters.
     *
     * @throws AppException {@code insufficient_scope}
     */
    public void requireOrdinaryLogin() throws SQLException {
        if (execution.caller().may(Scope.DATABASES_ADMIN)) {
            return;
        }
        Set<String> powers = dialect.powers(jdbc);
        if (!powers.isEmpty()) {
            throw new AppException(
                    PlatformError.INSUFFICIENT_SCOPE,
                    "The connection's login has powers beyond its database (" + String.join(", ", powers)
                            + "), so SQL on it needs the scope databases:admin. Use a key that has it, or give the"
                            + " connection a lesser login.");
        }
    }

    /** What the login may do beyond its database's data; empty for an ordinary one. */
    public Set<String> powers() throws SQLException {
        return dialect.powers(jdbc);
    }

    /** A prepared statement that a cancel reaches. */
    public PreparedStatement prepare(String sql) throws SQLException {
        return execution.watch(jdbc.prepareStatement(sql));
    }

    /** Begins a transaction, one that the database itself holds to reading when {@code readOnly}. */
    public void begin(boolean readOnly) throws SQLException {
        begun = true;
        if (!readOnly) {
            execution.noteEffects();
        }
        dialect.begin(jdbc, readOnly);
    }

    /**
     * Begins a transaction that is held to reading, to be ended with {@link #endReading}.
     *
     * @param characteristics such as {@code ISOLATION LEVEL SERIALIZABLE}; blank for none
     */
    public void beginReading(String characteristics) throws SQLException {
        begun = true;
        dialect.beginReading(jdbc, characteristics);
    }

    /**
     * Ends a reading transaction by a rollback, which is what keeps everything as it was.
     *
     * @return false when something had lifted the transaction's mode, so that it may have written
     */
    public boolean endReading() throws SQLException {
        return dialect.endReading(jdbc);
    }

    /** Whether the open reading transaction still has its mode. */
    public boolean isHeldToReading() throws SQLException {
        return dialect.isHeldToReading(jdbc);
    }

    /** Holds the open transaction to reading until {@link #leaveReading} or {@link #undoReading}. */
    public void enterReading() throws SQLException {
        idsBefore = dialect.enterReading(jdbc);
    }

    /** Whether nothing was written since {@link #enterReading} and the mode still holds. */
    public boolean hasOnlyRead() throws SQLException {
        return dialect.hasOnlyRead(jdbc, idsBefore);
    }

    /** @return as {@link #hasOnlyRead} at the end of the part, whose changes stay in the transaction */
    public boolean leaveReading() throws SQLException {
        return dialect.leaveReading(jdbc, idsBefore);
    }

    public void undoReading() throws SQLException {
        dialect.undoReading(jdbc);
    }

    /** Cursors that outlive their transaction, and run their queries as it is committed. */
    public enum HeldCursors {
        NONE,
        HELD,
        /** There are some, and nothing holds them to reading. */
        NOT_HELD
    }

    /**
     * Just before a commit: holds to reading what cursors of this transaction would run then, and has its deferred
     * constraints checked.
     *
     * @param chain whether the commit goes on with another transaction
     */
    public HeldCursors holdCursors(boolean chain) throws SQLException {
        return dialect.holdCursors(jdbc, chain);
    }

    public void commit() throws SQLException {
        dialect.commit(jdbc);
    }

    /** Ends a transaction without its changes; nothing happens when none is open. */
    public void rollback() throws SQLException {
        dialect.rollback(jdbc);
    }

    public boolean isTransactionOpen() throws SQLException {
        return dialect.isTransactionOpen(jdbc);
    }

    /** Whether the open transaction can only be rolled back. */
    public boolean isTransactionFailed() throws SQLException {
        return dialect.isTransactionFailed(jdbc);
    }

    /** Says that a statement of a user ran, which may have left something behind in the session. */
    public void markDirty() {
        dirty = true;
    }

    /**
     * Says that what follows in the call is SQL of our own. SQL of users may meet values of 16 MiB in SQLite, and of less
     * where a statement holds many at once.
     *
     * @param longest bytes of the longest value that it may meet, such as {@link #WHOLE_VALUES} or {@link #ANY_VALUES}
     */
    public void limitValues(int longest) throws SQLException {
        dialect.limitValues(jdbc, longest);
    }

    /** Says that the connection must be closed when the call ends, not used again. */
    public void discard() {
        discarded = true;
    }

    boolean isDiscarded() {
        return discarded;
    }

    /** Whether a transaction may be open: one was begun here, or a statement of a user may have. */
    boolean mayBeInTransaction() {
        return begun || dirty;
    }

    boolean isDirty() {
        return dirty;
    }

    /**
     * What to throw for a failed statement: the failure itself when the connection is of no more use or the call was
     * stopped, which {@link Sessions} reports; else its translation.
     *
     * @param refine adds what the caller knows of the place
     */
    public AppException failure(DatabaseConnection connection, SQLException failure, UnaryOperator<AppException> refine)
            throws SQLException {
        if (!isUsable(failure)) {
            throw failure;
        }
        return refine.apply(SqlFailures.translate(connection, failure));
    }

    /** Whether the failure means that the database has gone away. */
    public boolean isConnectionLost(SQLException failure) {
        return dialect.isConnectionLost(failure);
    }

    /** Whether the session can go on after a failure: it is still connected and nobody stopped the call. */
    public boolean isUsable(SQLException failure) {
        return !dialect.isConnectionLost(failure) && !execution.isStopped();
    }

    /** The server's version as it calls itself. */
    public String serverVersion() throws SQLException {
        return dialect.serverVersion(jdbc);
    }

    /**
     * What PostgreSQL said beside results.
     *
     * @param chains of a statement that has run, and of its rows that were fetched later
     */
    public static List<String> notices(@Nullable SQLWarning... chains) {
        List<String> notices = new ArrayList<>();
        for (SQLWarning chain : chains) {
            SQLWarning warning = chain;
            while (warning != null && notices.size() < MOST_NOTICES) {
                notices.add(String.valueOf(warning.getMessage()));
                warning = warning.getNextWarning();
            }
        }
        return notices;
    }
}
