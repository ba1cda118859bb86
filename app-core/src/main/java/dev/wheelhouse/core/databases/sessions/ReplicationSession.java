package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.platform.host.PortForward;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executor;
import org.postgresql.core.PGStream;

/**
 * A connection that is logged in for the replication protocol. The driver logged in; from there on its stream is all that
 * may be used. One thread speaks on it; {@link #close} may be called from any.
 */
public final class ReplicationSession implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ReplicationSession.class.getName());

    private final Login login;
    private final Connection jdbc;
    private final PGStream stream;
    private final int majorVersion;
    private volatile boolean closed;

    private ReplicationSession(Login login, Connection jdbc) throws SQLException {
        this.login = login;
        this.jdbc = jdbc;
        this.stream = BoundedAnswers.streamOf(jdbc);
        this.majorVersion = jdbc.getMetaData().getDatabaseMajorVersion();
    }

    /** Takes the log-in's tunnel over, and closes it in the end. */
    static ReplicationSession open(Login login, PostgresDialect dialect, Executor threads) throws SQLException {
        PortForward tunnel = login.tunnel();
        try {
            Connection jdbc = Opening.open(() -> dialect.openReplication(login), threads, null, Sessions.CONNECT_LIMIT);
            return new ReplicationSession(login, jdbc);
        } catch (SQLException | RuntimeException e) {
            if (tunnel != null) {
                tunnel.close();
            }
            if (e instanceof SQLException failure && tunnel != null && tunnel.failure() != null) {
                throw SqlFailures.unreachable(login, failure);
            }
            throw e;
        }
    }

    public PGStream stream() {
        return stream;
    }

    /** The server's, such as 15. */
    public int majorVersion() {
        return majorVersion;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Cuts the connection; who reads from it gets an error. Idempotent. */
    @Override
    public void close() {
        closed = true;
        try {
            jdbc.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "A replication connection did not close", e);
        }
        if (login.tunnel() != null) {
            login.tunnel().close();
        }
    }
}
