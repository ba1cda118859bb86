package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.platform.host.PortForward;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection outside the pool that keeps its state from call to call: its transaction, settings, temporary tables and
 * open cursors. One call at a time; its user sees to that. The calls may come from different threads.
 */
public final class OwnSession implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(OwnSession.class.getName());

    private final Sessions sessions;
    private final DatabaseConnection connection;
    private final @Nullable PortForward tunnel;
    private final Dialect dialect;
    private final Connection jdbc;
    private volatile boolean lost;

    /** Takes the log-in's tunnel over, and closes it in the end. */
    OwnSession(Sessions sessions, Login login, Dialect dialect, Connection jdbc) {
        this.sessions = sessions;
        this.connection = login.connection();
        this.tunnel = login.tunnel();
        this.dialect = dialect;
        this.jdbc = jdbc;
    }

    /**
     * Runs work on the connection, on a thread where the engine may block.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException as {@link Sessions#use}
     */
    public <T> T use(Execution execution, Session.Work<T> work) {
        return sessions.onItsThread(connection, execution, () -> useAttached(execution, work));
    }

    private <T> T useAttached(Execution execution, Session.Work<T> work) throws SQLException {
        try {
            execution.attach(jdbc, dialect);
            dialect.lend(jdbc, execution::isStopped);
            return work.run(new Session(jdbc, connection.engine(), dialect, execution));
        } catch (SQLException e) {
            lost = lost || dialect.isConnectionLost(e) || SqlFailures.isFetchTooLarge(e) || isClosed();
            throw e;
        } finally {
            execution.detach();
            if (execution.isStopped() && !lost) {
                absorbCancel(execution);
            }
        }
    }

    /** Lets a cancel that is still on its way meet a statement without meaning, and not the next one of the user. */
    private void absorbCancel(Execution execution) {
        execution.awaitDelivery();
        try {
            dialect.absorbCancel(jdbc);
        } catch (SQLException e) {
            lost = lost || dialect.isConnectionLost(e) || isClosed();
        }
    }

    private boolean isClosed() {
        try {
            return jdbc.isClosed();
        } catch (SQLException _) {
            return true;
        }
    }

    /** The connection as it was when this was opened. */
    public DatabaseConnection connection() {
        return connection;
    }

    /** Whether the connection broke; whatever it held, a transaction included, is gone. */
    public boolean isLost() {
        return lost;
    }

    /** Whether a result that is read slowly keeps others from writing. */
    public boolean cursorsBlockOthers(Session session) throws SQLException {
        return dialect.cursorsBlockOthers(session.jdbc());
    }

    /** Cuts the connection; a transaction that is open ends without its changes. */
    @Override
    public void close() {
        lost = true;
        try {
            dialect.closeFromOutside(jdbc);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "A session did not close", e);
        }
        if (tunnel != null) {
            tunnel.close();
        }
    }
}
