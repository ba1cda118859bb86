package dev.wheelhouse.core.databases.sessions;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.PortForward;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The connections kept open to one database. Whether a server is gone is found out by asking it, once for all who wait,
 * since waiting for a pool that cannot open any would take every caller the whole time-out. Thread-safe.
 */
final class SessionPool {

    static final int MOST_CONNECTIONS = 8;
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final long TRY_MILLIS = 1000;
    private static final long IDLE_MILLIS = 60_000;

    private final DatabaseConnection connection;
    private final Dialect dialect;
    private final Login login;
    private final Executor threads;
    private final HikariDataSource connections;
    private final AtomicReference<@Nullable CompletableFuture<Optional<SQLException>>> probe = new AtomicReference<>();
    private volatile Instant lastUsed;

    /** Whether the server may be gone, so that it has to be asked first. */
    private volatile boolean suspect = true;

    /** Takes the log-in's tunnel over, and closes it in the end. */
    SessionPool(Login login, Dialect dialect, Executor threads, Instant now) {
        this.threads = threads;
        this.connection = login.connection();
        this.dialect = dialect;
        this.login = login;
        this.lastUsed = now;
        HikariConfig config = new HikariConfig();
        config.setPoolName(connection.id());
        config.setMaximumPoolSize(MOST_CONNECTIONS);
        config.setMinimumIdle(0);
        config.setIdleTimeout(IDLE_MILLIS);
        config.setConnectionTimeout(TRY_MILLIS);
        config.setValidationTimeout(TRY_MILLIS);
        // The pool itself opens nothing, so that a server that is down costs one probe and no waiting.
        config.setInitializationFailTimeout(-1);
        dialect.configure(config, login);
        this.connections = new HikariDataSource(config);
    }

    Dialect dialect() {
        return dialect;
    }

    /** Whether it was made from the connection as it is in {@code wanted}, or from a newer one. */
    boolean serves(DatabaseConnection wanted) {
        PortForward tunnel = login.tunnel();
        return !connections.isClosed()
                && connection.revision() >= wanted.revision()
                && (tunnel == null || tunnel.isOpen());
    }

    void touch(Instant now) {
        lastUsed = now;
    }

    boolean isIdleSince(Instant before) {
        return lastUsed.isBefore(before) && active() == 0;
    }

    /** Says that a session broke off, so that the others may be broken as well. */
    void suspect() {
        suspect = true;
    }

    /**
     * A connection for one call, waiting for one to come back when all are in use.
     *
     * @return empty when the pool was closed meanwhile
     * @throws AppException {@code upstream_failed}, {@code upstream_timeout}, {@code busy}, and what stops the execution
     */
    Optional<Connection> borrow(Execution execution) {
        long deadline = System.nanoTime() + WAIT.toNanos();
        while (true) {
            execution.check();
            if (suspect) {
                askServer();
            }
            try {
                return Optional.of(connections.getConnection());
            } catch (SQLException e) {
                if (connections.isClosed()) {
                    return Optional.empty();
                }
                boolean full = active() >= MOST_CONNECTIONS;
                suspect = suspect || !full;
                if (System.nanoTime() - deadline >= 0) {
                    throw full ? busy(e) : SqlFailures.notOpened(login, e);
                }
            }
        }
    }

    private AppException busy(SQLException cause) {
        return new AppException(
                PlatformError.BUSY,
                "Every session of " + connection.name() + " is in use. Try again, or cancel a running statement.",
                cause);
    }

    private int active() {
        return connections.getHikariPoolMXBean().getActiveConnections();
    }

    private void askServer() {
        CompletableFuture<Optional<SQLException>> mine = new CompletableFuture<>();
        CompletableFuture<Optional<SQLException>> asked = probe.compareAndExchange(null, mine);
        if (asked == null) {
            asked = mine;
            try {
                mine.complete(answerOfServer());
            } catch (RuntimeException e) {
                // What waits for the answer must not wait for ever.
                mine.completeExceptionally(e);
                throw e;
            } finally {
                probe.set(null);
            }
        }
        asked.join().ifPresent(failure -> {
            throw SqlFailures.notOpened(login, failure);
        });
    }

    private Optional<SQLException> answerOfServer() {
        try (Connection opened = connection.engine() == Engine.SQLITE
                ? dialect.open(login)
                : Opening.open(() -> dialect.open(login), threads, null, Sessions.CONNECT_LIMIT)) {
            // A SQLite file is not read before it is asked something.
            dialect.serverVersion(opened);
            connections.getHikariPoolMXBean().softEvictConnections();
            suspect = false;
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(e);
        }
    }

    /** Takes a connection back; one that is not to be used again is closed. */
    void giveBack(Connection jdbc, boolean reusable) throws SQLException {
        if (reusable) {
            jdbc.close();
            return;
        }
        // This closes it in the pool's own time; a close here as well would race with that.
        connections.evictConnection(jdbc);
    }

    /** Closes every connection, cutting off what runs in it. Blocks for up to ten seconds meanwhile. */
    void close() {
        connections.close();
        PortForward tunnel = login.tunnel();
        if (tunnel != null) {
            tunnel.close();
        }
    }
}
