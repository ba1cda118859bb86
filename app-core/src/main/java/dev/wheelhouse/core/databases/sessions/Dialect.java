package dev.wheelhouse.core.databases.sessions;

import com.zaxxer.hikari.HikariConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** What differs between database products in reaching them and keeping their connections clean. */
interface Dialect {

    /** Fills in how to connect. */
    void configure(HikariConfig pool, Login login);

    /** Opens one connection beside any pool, on the calling thread; {@link Opening} limits the time that takes. */
    Connection open(Login login) throws SQLException;

    /**
     * Tells a borrowed connection whose call it serves.
     *
     * @param stopped whether that call was stopped; waiting for somebody's lock then ends
     */
    void lend(Connection connection, BooleanSupplier stopped) throws SQLException;

    /**
     * Asks the database to end whatever the connection runs, from another thread than the one that waits for it. By the
     * connection and not by a statement: a driver sends only one cancel for that, which is lost when it comes before
     * the server has begun.
     */
    void cancel(Connection connection) throws SQLException;

    /** Begins a transaction, one that the database itself holds to reading when {@code readOnly}. */
    void begin(Connection connection, boolean readOnly) throws SQLException;

    /**
     * Begins a transaction that is held to reading, in the mode that its user asked for.
     *
     * @param characteristics key words of the product's own, such as {@code ISOLATION LEVEL SERIALIZABLE}
     */
    void beginReading(Connection connection, String characteristics) throws SQLException;

    /**
     * Ends a transaction that only reads by a rollback, whatever ran in it.
     *
     * @return false when something had lifted its mode meanwhile, so that it may have written
     */
    boolean endReading(Connection connection) throws SQLException;

    /** Whether the open transaction is still held to reading. */
    boolean isHeldToReading(Connection connection) throws SQLException;

    /**
     * Holds the open transaction to reading from here to {@link #leaveReading} or {@link #undoReading}.
     *
     * @return the ids that the transaction and its parts have, where they show what the mode does not; else 0
     */
    long enterReading(Connection connection) throws SQLException;

    /**
     * Whether nothing was written since {@link #enterReading} and the mode still holds.
     *
     * @param idsBefore what that answered
     */
    boolean hasOnlyRead(Connection connection, long idsBefore) throws SQLException;

    /** @return as {@link #hasOnlyRead}, asked as the last thing of the part */
    boolean leaveReading(Connection connection, long idsBefore) throws SQLException;

    /** See {@link Session#holdCursors}. */
    Session.HeldCursors holdCursors(Connection connection, boolean chain) throws SQLException;

    /** Undoes everything since {@link #enterReading}; the transaction goes on. */
    void undoReading(Connection connection) throws SQLException;

    /** Whether the driver sends the text as the single statement that it was judged to be. */
    boolean isSentAsOne(Connection connection, String sql, boolean parameterised) throws SQLException;

    /**
     * What the login may do beyond the data of its database, itself or through a role that it can become; empty for an
     * ordinary login.
     */
    Set<String> powers(Connection connection) throws SQLException;

    void commit(Connection connection) throws SQLException;

    /** Ends a transaction without its changes; nothing happens when none is open. */
    void rollback(Connection connection) throws SQLException;

    /** Whether the connection is inside a transaction, failed or not. */
    boolean isTransactionOpen(Connection connection) throws SQLException;

    /** Whether the connection is inside a transaction that can only be rolled back. */
    boolean isTransactionFailed(Connection connection) throws SQLException;

    /**
     * Undoes whatever a statement may have left behind in the session.
     *
     * @return false when only closing the connection can
     */
    boolean reset(Connection connection) throws SQLException;

    /** Whether another call may use the connection, which sees then what others have changed. */
    boolean isReusable(Connection connection) throws SQLException;

    /** Whether the failure means that the connection is of no more use. */
    boolean isConnectionLost(SQLException failure);

    /** The server's version as it calls itself. */
    String serverVersion(Connection connection) throws SQLException;

    /** Prepares a connection outside the pool for statements of users. */
    void prepareOwn(Connection connection) throws SQLException;

    /** Runs something without meaning, so that a cancel which came too late for its statement hits nothing else. */
    void absorbCancel(Connection connection) throws SQLException;

    /** Holds the values that SQL of our own meets in what follows of the call to a length in bytes. */
    default void limitValues(Connection connection, int longest) throws SQLException {
        // Only SQLite works them in the console's own memory.
    }

    /** Whether a result that is read slowly keeps others from writing. */
    boolean cursorsBlockOthers(Connection connection) throws SQLException;

    /** Closes a connection from whichever thread, whatever it runs. */
    void closeFromOutside(Connection connection) throws SQLException;
}
