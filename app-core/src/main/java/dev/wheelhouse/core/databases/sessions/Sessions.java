package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.host.PortForward;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.store.NativeCalls;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gives calls their sessions and takes them back clean. Thread-safe. */
public final class Sessions implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Sessions.class.getName());
    /** How long a connection may take to be opened. */
    static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

    /** Of each pool, for the window and the local token. */
    private static final int RESERVED_SESSIONS = 2;

    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final long LOOK_UP_MILLIS = 100;
    private static final Duration IDLE_POOL_CLOSES_AFTER = Duration.ofMinutes(10);

    private final PostgresDialect postgres;
    private final Map<Engine, Dialect> dialects;
    private final Function<DatabaseConnection, @Nullable String> passwords;
    private final Tunnels tunnels;
    private final Executions executions;
    private final Executor threads;
    private final NativeCalls nativeCalls;
    private final Clock clock;
    private final MemoryWatch memory;
    private final KeyShares.Places placeOfKey = new KeyShares.Places(1, WAIT);
    private final Semaphore nativeRoom = new Semaphore(Workers.STATEMENT_THREADS, true);
    private final Map<PoolKey, SessionPool> pools = new ConcurrentHashMap<>();
    private final KeyShares shares;
    private final Loop idleCheck;
    private volatile boolean closed;

    /**
     * @param passwords the stored password of a connection, null for none
     * @param poolPercent how much of a connection's pool one created key may have
     */
    public Sessions(
            Home home,
            Function<DatabaseConnection, @Nullable String> passwords,
            Tunnels tunnels,
            Workers workers,
            Clock clock,
            int poolPercent) {
        this.shares = new KeyShares(
                SessionPool.MOST_CONNECTIONS, RESERVED_SESSIONS, poolPercent, WAIT, "the connection's sessions");
        this.postgres = new PostgresDialect(home);
        this.dialects = Map.of(Engine.POSTGRESQL, postgres, Engine.SQLITE, new SqliteDialect(home));
        this.passwords = passwords;
        this.tunnels = tunnels;
        this.executions = new Executions(workers);
        this.threads = workers.virtualThreads();
        this.nativeCalls = workers.statementCalls();
        this.memory = new MemoryWatch(workers);
        this.clock = clock;
        this.idleCheck = workers.every("Closing idle pools", Duration.ofMinutes(1), this::closeIdlePools);
    }

    private record PoolKey(String connectionId, Access access) {}

    /** The calls under way, which sessions are given to. */
    public Executions executions() {
        return executions;
    }

    /** {@link #use} of work that is a call of its own, with a time limit and without a name to cancel it by. */
    public <T> T call(
            Caller caller, DatabaseConnection connection, Access access, Duration limit, Session.Work<T> work) {
        try (Execution execution = executions.begin(caller, connection.id(), null, limit)) {
            return use(connection, access, execution, work);
        }
    }

    /** {@link #call} of work that reads. */
    public <T> T read(Caller caller, DatabaseConnection connection, Duration limit, Session.Work<T> work) {
        return call(caller, connection, Access.READING, limit, work);
    }

    /**
     * Runs work in a session of the pool. Work that reads a SQLite file which a killed program left unfinished runs once
     * more after the file was opened writable, for callers who may write it.
     *
     * @param access what the work needs; a read-only connection gives no more than reading
     * @throws AppException {@code upstream_failed}, {@code upstream_timeout}, {@code busy}, {@code cancelled},
     *     {@code statement_timeout}, {@code sql_error} and whatever the work itself throws
     */
    public <T> T use(DatabaseConnection connection, Access access, Execution execution, Session.Work<T> work) {
        Access opening = access.opening(connection);
        try {
            return inShare(connection, opening, execution, work);
        } catch (AppException e) {
            boolean mayWrite = !connection.readOnly() && execution.caller().may(Scope.DATABASES_WRITE);
            if (!mayWrite || !SqlFailures.isUnrecovered(e)) {
                throw e;
            }
        }
        inShare(connection, Access.WRITING, execution, session -> {
            session.begin(false);
            session.commit();
            return true;
        });
        return inShare(connection, opening, execution, work);
    }

    private <T> T inShare(DatabaseConnection connection, Access opening, Execution execution, Session.Work<T> work) {
        // Before a thread for it is taken, which others could use.
        try (KeyShares.Place _ = shares.take(connection.id(), execution)) {
            return onItsThread(connection, execution, () -> usePooled(connection, opening, execution, work));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "The call was interrupted.", e);
        }
    }

    /**
     * {@link Session#requireOrdinaryLogin}, outside the shares of keys: it needs a session for an instant only, and who has
     * a share in use may still send what waits for it.
     *
     * @throws AppException {@code insufficient_scope}, and what {@link #use}
     *     throws
     */
    public void requireOrdinaryLogin(DatabaseConnection connection, Execution execution) {
        if (connection.engine() == Engine.SQLITE) {
            return;
        }
        onItsThread(
                connection,
                execution,
                () -> usePooled(connection, Access.WRITING, execution, session -> {
                    session.requireOrdinaryLogin();
                    return true;
                }));
    }

    /**
     * Runs work in a connection opened for it alone, without any pool: to find out whether the database can be reached.
     *
     * @param password need not be the stored one; null for none
     * @throws SQLException as the driver says it
     * @throws AppException when a server that is in between does not let it through
     */
    public <T> T probe(
            DatabaseConnection connection, @Nullable String password, Execution execution, Session.Work<T> work)
            throws SQLException {
        Dialect dialect = dialect(connection);
        try (PortForward tunnel = tunnels.open(connection);
                Connection jdbc = opened(
                        new Login(connection, Access.READING.opening(connection), password, tunnel),
                        dialect,
                        execution)) {
            execution.attach(jdbc, dialect);
            return work.run(new Session(jdbc, connection.engine(), dialect, execution));
        } finally {
            execution.detach();
        }
    }

    /**
     * Opens a connection outside the pool, which its user closes.
     *
     * @param access what is to run in it; a read-only connection gives no more than reading
     * @throws AppException {@code upstream_failed}, {@code upstream_timeout}, {@code shutting_down}
     */
    public OwnSession openOwn(DatabaseConnection connection, Access access, Execution execution) {
        refuseWhenClosed();
        Dialect dialect = dialect(connection);
        return onItsThread(connection, execution, () -> {
            PortForward tunnel = tunnels.open(connection);
            Login login = new Login(connection, access.opening(connection), passwords.apply(connection), tunnel);
            Connection jdbc = openedForOwn(login, dialect, execution);
            OwnSession session = new OwnSession(this, login, dialect, jdbc);
            try {
                dialect.prepareOwn(jdbc);
                return session;
            } catch (SQLException | RuntimeException e) {
                session.close();
                throw e;
            }
        });
    }

    /**
     * Opens a connection for the replication protocol, which its user closes. The thread may be interrupted meanwhile.
     *
     * @param connection one of PostgreSQL
     * @param login null for the connection's own
     * @throws SQLException as the driver says it
     * @throws AppException {@code shutting_down}, or what keeps a server in between from letting it through
     */
    public ReplicationSession openReplication(DatabaseConnection connection, @Nullable ReplicationLogin login)
            throws SQLException {
        refuseWhenClosed();
        String password = login == null ? passwords.apply(connection) : login.password();
        DatabaseConnection as = login == null ? connection : login.of(connection);
        return ReplicationSession.open(
                new Login(as, Access.READING, password, tunnels.open(connection)), postgres, threads);
    }

    /** The stored password of a connection, for a program that logs in by itself; null for none. */
    public @Nullable String password(DatabaseConnection connection) {
        return passwords.apply(connection);
    }

    /**
     * As {@link Tunnels#open}, for a program that logs in by itself.
     *
     * @throws AppException {@code shutting_down}
     */
    public @Nullable PortForward openTunnel(DatabaseConnection connection) {
        refuseWhenClosed();
        return tunnels.open(connection);
    }

    private Connection openedForOwn(Login login, Dialect dialect, Execution execution) {
        try {
            return opened(login, dialect, execution);
        } catch (SQLException | RuntimeException e) {
            if (login.tunnel() != null) {
                login.tunnel().close();
            }
            AppException stopped = execution.stopped(e);
            throw switch (e) {
                case RuntimeException failure -> failure;
                case SQLException failure -> stopped == null ? SqlFailures.notOpened(login, failure) : stopped;
                default -> new IllegalStateException(e);
            };
        }
    }

    /** PostgreSQL is reached over a socket, which ends with its thread; a file is opened at once, where it may block. */
    private Connection opened(Login login, Dialect dialect, Execution execution) throws SQLException {
        try {
            return switch (login.connection().engine()) {
                case POSTGRESQL -> Opening.open(() -> dialect.open(login), threads, execution, CONNECT_LIMIT);
                case SQLITE -> dialect.open(login);
            };
        } catch (SQLException e) {
            if (login.tunnel() != null && login.tunnel().failure() != null && !execution.isStopped()) {
                throw SqlFailures.unreachable(login, e);
            }
            throw e;
        }
    }

    /** Closes a connection's pools; what runs in it is cut off. */
    public void forget(String connectionId) {
        for (Access access : Access.values()) {
            SessionPool pool = pools.remove(new PoolKey(connectionId, access));
            if (pool != null) {
                pool.close();
            }
        }
    }

    /** Work that a driver may break off. */
    public interface Call<T> {
        T call() throws SQLException;
    }

    <T> T onItsThread(DatabaseConnection connection, Execution execution, Call<T> call) {
        try {
            return switch (connection.engine()) {
                case POSTGRESQL -> call.call();
                case SQLITE -> onNativeThread(execution, call);
            };
        } catch (SQLException e) {
            AppException stopped = execution.stopped(e);
            throw stopped == null ? SqlFailures.translate(connection, e) : stopped;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "The call was interrupted.", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> T onNativeThread(Execution execution, Call<T> call) throws Exception {
        String key = execution.caller().createdKey();
        if (key == null) {
            return inNativeRoom(execution, call);
        }
        // Nobody is left without memory or a thread by one key.
        try (KeyShares.Place _ = placeOfKey.take(
                key, execution, "Another statement of this key is running on a SQLite file; one can at a time.")) {
            return inNativeRoom(execution, call);
        }
    }

    private <T> T inNativeRoom(Execution execution, Call<T> call) throws Exception {
        awaitRoom(
                nativeRoom,
                execution,
                WAIT,
                Workers.STATEMENT_THREADS + " statements on SQLite files are running, as many as can at once.");
        memory.began(execution);
        try {
            return nativeCalls.call(call::call, execution::cancel);
        } finally {
            memory.ended(execution);
            nativeRoom.release();
        }
    }

    /** In short steps, so that a call which is cancelled or out of time while it waits fails at once. */
    static void awaitRoom(Semaphore room, Execution execution, Duration patience, String why)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!room.tryAcquire(LOOK_UP_MILLIS, TimeUnit.MILLISECONDS)) {
            execution.check();
            if (System.nanoTime() - deadline >= 0) {
                throw new AppException(PlatformError.BUSY, why + " Try again, or cancel it.");
            }
        }
    }

    private <T> T usePooled(DatabaseConnection connection, Access access, Execution execution, Session.Work<T> work)
            throws SQLException {
        SessionPool pool = pool(connection, access);
        Connection jdbc = pool.borrow(execution).orElse(null);
        while (jdbc == null) {
            // It was closed for being idle, or because the connection was changed.
            pool = pool(connection, access);
            jdbc = pool.borrow(execution).orElse(null);
        }
        return useBorrowed(pool, jdbc, new Session(jdbc, connection.engine(), pool.dialect(), execution), work);
    }

    private static <T> T useBorrowed(SessionPool pool, Connection jdbc, Session session, Session.Work<T> work)
            throws SQLException {
        Execution execution = session.execution();
        boolean reusable = false;
        try {
            execution.attach(jdbc, pool.dialect());
            pool.dialect().lend(jdbc, execution::isStopped);
            T result = work.run(session);
            reusable = true;
            return result;
        } catch (SQLException e) {
            reusable = !pool.dialect().isConnectionLost(e);
            if (!reusable) {
                pool.suspect();
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

    private static void giveBack(SessionPool pool, Session session, boolean reusable) {
        Connection jdbc = session.jdbc();
        boolean clean = false;
        try {
            if (reusable && !session.isDiscarded() && !jdbc.isClosed()) {
                if (session.mayBeInTransaction()) {
                    session.rollback();
                }
                clean = pool.dialect().isReusable(jdbc)
                        && (!session.isDirty() || pool.dialect().reset(jdbc));
            }
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "A session did not come back clean", e);
        }
        try {
            pool.giveBack(jdbc, clean);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "A session did not close", e);
        }
    }

    private SessionPool pool(DatabaseConnection connection, Access access) {
        PoolKey key = new PoolKey(connection.id(), access);
        SessionPool known = pools.get(key);
        if (known != null && known.serves(connection)) {
            known.touch(clock.instant());
            return known;
        }
        SessionPool fresh = open(connection, access);
        SessionPool kept =
                pools.compute(key, (_, existing) -> existing != null && existing.serves(connection) ? existing : fresh);
        if (kept != fresh) {
            fresh.close();
        } else if (known != null) {
            known.close();
        }
        return kept;
    }

    private void refuseWhenClosed() {
        if (closed) {
            throw new AppException(PlatformError.SHUTTING_DOWN, "The console is stopping. Try again when it is back.");
        }
    }

    private SessionPool open(DatabaseConnection connection, Access access) {
        refuseWhenClosed();
        Login login = new Login(connection, access, passwords.apply(connection), tunnels.open(connection));
        return new SessionPool(login, dialect(connection), threads, clock.instant());
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
        pools.forEach((key, pool) -> {
            if (pool.isIdleSince(before) && pools.remove(key, pool)) {
                pool.close();
            }
        });
    }

    @Override
    public void close() {
        closed = true;
        idleCheck.close();
        pools.values().forEach(SessionPool::close);
        pools.clear();
    }
}
