package dev.wheelhouse.core.databases.sessions;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.store.NativeCalls;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gives calls their sessions and takes them back clean. Thread-safe. */
public final class Sessions implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Sessions.class.getName());
    private static final int POSTGRES_POOL = 8;
    private static final int SQLITE_POOL = 8;
    private static final long WAIT_MILLIS = 10_000;
    private static final Duration IDLE_POOL_CLOSES_AFTER = Duration.ofMinutes(10);

    private final Map<Engine, Dialect> dialects;
    private final Function<DatabaseConnection, @Nullable String> passwords;
    private final NativeCalls nativeCalls;
    private final Clock clock;
    private final Map<String, Pool> pools = new ConcurrentHashMap<>();
    private final Future<?> idleCheck;

    /**
     * @param passwords the stored password of a connection, null for none
     */
    public Sessions(Home home, Function<DatabaseConnection, @Nullable String> passwords, Workers workers, Clock clock) {
        this.dialects = Map.of(Engine.POSTGRESQL, new PostgresDialect(home), Engine.SQLITE, new SqliteDialect(home));
        this.passwords = passwords;
        this.nativeCalls = workers.statementCalls();
        this.clock = clock;
        this.idleCheck = workers.every(Duration.ofMinutes(1), this::closeIdlePools);
    }

    /**
     * Runs work in a session of the pool.
     *
     * @throws AppException {@code upstream_failed}, {@code upstream_timeout}, {@code busy}, {@code cancelled},
     *     {@code statement_timeout}, {@code sql_error} and whatever the work itself throws
     */
    public <T> T use(DatabaseConnection connection, Execution execution, SessionWork<T> work) {
        return onItsThread(connection, execution, () -> usePooled(connection, execution, work));
    }

    /**
     * Runs work in a connection opened for it alone, without any pool: what tells whether the database can be reached.
     *
     * @throws SQLException as the driver says it
     */
    public <T> T probe(DatabaseConnection connection, Execution execution, SessionWork<T> work) throws SQLException {
        Dialect dialect = dialect(connection);
        try (Connection jdbc = dialect.open(connection, passwords.apply(connection))) {
            execution.attach(jdbc);
            return work.run(new Session(jdbc, connection.engine(), dialect, execution));
        } finally {
            execution.detach();
        }
    }

    /** Closes a connection's pool; what runs in it is cut off. */
    public void forget(String connectionId) {
        Pool pool = pools.remove(connectionId);
        if (pool != null) {
            pool.dataSource().close();
        }
    }

    private interface Call<T> {
        T call() throws SQLException;
    }

    private <T> T onItsThread(DatabaseConnection connection, Execution execution, Call<T> call) {
        try {
            return switch (connection.engine()) {
                case POSTGRESQL -> call.call();
                case SQLITE -> nativeCalls.call(call::call);
            };
        } catch (SQLException e) {
            AppException stopped = execution.stopped(e);
            throw stopped == null ? SqlFailures.translate(connection, e) : stopped;
        } catch (InterruptedException e) {
            execution.cancel();
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "The call was interrupted.", ErrorDetails.NONE, e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> T usePooled(DatabaseConnection connection, Execution execution, SessionWork<T> work)
            throws SQLException {
        execution.check();
        Dialect dialect = dialect(connection);
        Pool pool = pool(connection);
        Connection jdbc = borrow(connection, pool);
        Session session = new Session(jdbc, connection.engine(), dialect, execution);
        boolean reusable = false;
        try {
            execution.attach(jdbc);
            T result = work.run(session);
            reusable = true;
            return result;
        } catch (SQLException e) {
            reusable = !dialect.isConnectionLost(e);
            if (!reusable) {
                pool.suspect = true;
            }
            throw e;
        } catch (AppException e) {
            reusable = true;
            throw e;
        } finally {
            execution.detach();
            // A cancel still on its way must not meet the next user's statement.
            giveBack(pool, session, reusable && !execution.isStopped());
        }
    }

    private Connection borrow(DatabaseConnection connection, Pool pool) throws SQLException {
        if (pool.suspect) {
            // Waiting for a pool whose server is gone takes the whole time-out; asking the server itself does not.
            try (Connection probe = pool.dialect.open(connection, passwords.apply(connection))) {
                // A SQLite file is not read before it is asked something.
                pool.dialect.serverVersion(probe);
                pool.dataSource().getHikariPoolMXBean().softEvictConnections();
                pool.suspect = false;
            } catch (SQLException e) {
                throw connection.engine() == Engine.SQLITE
                        ? SqlFailures.translate(connection, e)
                        : SqlFailures.unreachable(connection, e);
            }
        }
        try {
            return pool.dataSource().getConnection();
        } catch (SQLException e) {
            if (e.getCause() instanceof SQLException cause) {
                pool.suspect = true;
                throw SqlFailures.unreachable(connection, cause);
            }
            pool.suspect = true;
            throw new AppException(
                    PlatformError.BUSY,
                    "Every session of " + connection.name() + " is in use. Try again, or cancel a running statement.",
                    ErrorDetails.NONE,
                    e);
        }
    }

    private void giveBack(Pool pool, Session session, boolean reusable) {
        Connection jdbc = session.jdbc();
        boolean clean = false;
        try {
            if (reusable && !session.isDiscarded() && !jdbc.isClosed()) {
                if (session.mayBeInTransaction()) {
                    session.rollback();
                }
                clean = !session.isDirty() || pool.dialect.reset(jdbc);
            }
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "A session did not come back clean", e);
        }
        if (!clean) {
            // This closes it; closing it again would find nothing to reset.
            pool.dataSource().evictConnection(jdbc);
            return;
        }
        try {
            jdbc.close();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "A session did not close", e);
        }
    }

    private Pool pool(DatabaseConnection connection) {
        Pool pool = pools.compute(connection.id(), (_, existing) -> {
            if (existing != null && existing.revision == connection.revision()) {
                return existing;
            }
            if (existing != null) {
                existing.dataSource().close();
            }
            return open(connection);
        });
        pool.lastUsed = clock.instant();
        return pool;
    }

    private Pool open(DatabaseConnection connection) {
        Dialect dialect = dialect(connection);
        HikariConfig config = new HikariConfig();
        config.setPoolName(connection.id());
        config.setMaximumPoolSize(connection.engine() == Engine.POSTGRESQL ? POSTGRES_POOL : SQLITE_POOL);
        config.setMinimumIdle(0);
        config.setIdleTimeout(60_000);
        config.setConnectionTimeout(WAIT_MILLIS);
        // The pool itself opens nothing, so that a server that is down costs one probe and no waiting.
        config.setInitializationFailTimeout(-1);
        dialect.configure(config, connection, passwords.apply(connection));
        Pool pool = new Pool(new HikariDataSource(config), dialect, connection.revision());
        pool.suspect = true;
        return pool;
    }

    private Dialect dialect(DatabaseConnection connection) {
        Dialect dialect = dialects.get(connection.engine());
        if (dialect == null) {
            throw new IllegalStateException("No dialect for " + connection.engine());
        }
        return dialect;
    }

    private void closeIdlePools() {
        Instant before = clock.instant().minus(IDLE_POOL_CLOSES_AFTER);
        for (String id : pools.keySet()) {
            pools.computeIfPresent(id, (_, pool) -> {
                boolean idle = pool.lastUsed.isBefore(before)
                        && pool.dataSource().getHikariPoolMXBean().getActiveConnections() == 0;
                if (idle) {
                    pool.dataSource().close();
                }
                return idle ? null : pool;
            });
        }
    }

    @Override
    public void close() {
        idleCheck.cancel(false);
        pools.values().forEach(pool -> pool.dataSource().close());
        pools.clear();
    }

    private static final class Pool {
        private final HikariDataSource dataSource;
        private final Dialect dialect;
        private final long revision;
        private volatile Instant lastUsed = Instant.MIN;

        /** Whether the server may be gone, so that it has to be asked first. */
        private volatile boolean suspect;

        Pool(HikariDataSource dataSource, Dialect dialect, long revision) {
            this.dataSource = dataSource;
            this.dialect = dialect;
            this.revision = revision;
        }

        HikariDataSource dataSource() {
            return dataSource;
        }
    }
}
