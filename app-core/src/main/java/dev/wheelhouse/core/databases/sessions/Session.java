package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.error.AppException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.UnaryOperator;

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

    private final Connection jdbc;
    private final Engine engine;
    private final Dialect dialect;
    private final Execution execution;
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

    /** A prepared statement that a cancel reaches. */
    public PreparedStatement prepare(String sql) throws SQLException {
        return execution.watch(jdbc.prepareStatement(sql));
    }

    /** Begins a transaction, one that the database itself holds to reading when {@code readOnly}. */
    public void begin(boolean readOnly) throws SQLException {
        begun = true;
        dialect.begin(jdbc, readOnly);
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

    /** Holds everything that follows to reading, the text's own transactions included. */
    public void forbidWrites() throws SQLException {
        dialect.forbidWrites(jdbc);
        dirty = true;
    }

    /** Says that a statement of a user ran, which may have left something behind in the session. */
    public void markDirty() {
        dirty = true;
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
     * stopped, which {@link Sessions} tells; else its translation.
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
}
