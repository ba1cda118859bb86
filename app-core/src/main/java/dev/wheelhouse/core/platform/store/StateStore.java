package dev.wheelhouse.core.platform.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.transaction.LocalTransactionHandler;
import org.jdbi.v3.core.transaction.TransactionHandler;
import org.jspecify.annotations.Nullable;

/**
 * The console's own state on SQLite or PostgreSQL, with one schema and one set of statements for both. Writers on SQLite
 * queue for the single writing connection, so they never meet {@code SQLITE_BUSY} among themselves; readers have
 * connections of their own and see the last commit. Whoever reads or writes before {@link #open} is done waits for it.
 * Thread-safe; may be called from virtual threads.
 */
public final class StateStore implements AutoCloseable {

    /** Any number that nothing else in the shared database locks by. */
    private static final long ALONE = 0x776865656cL;

    /** How long an answer of the server is waited for: over a dead link none ever comes. None of ours takes so long. */
    static final Duration READ_TIMEOUT = Duration.ofSeconds(60);

    private final NativeCalls nativeCalls;
    private final StateStoreConfig config;
    private final CompletableFuture<Pools> opened = new CompletableFuture<>();
    private final Availability availability = new Availability();
    private volatile @Nullable Thread opener;
    private volatile @Nullable Pools opening;
    private final TransactionHandler changes;
    private final ScopedValue<FirstChange> firstChange = ScopedValue.newInstance();

    /** What is to be stored with the first change that some work makes: with it or not at all. */
    public interface FirstChange {

        /** Takes part in a transaction; again in the next one when that came to nothing. */
        void join(Transaction tx);

        /** A transaction that it took part in has committed. */
        void committed();
    }

    /** The open connections; on PostgreSQL both pools are one. */
    private record Pools(HikariDataSource writers, HikariDataSource readers, Jdbi writing, Jdbi reading)
            implements AutoCloseable {

        Pools(HikariDataSource writers, HikariDataSource readers, TransactionHandler changes) {
            this(
                    writers,
                    readers,
                    StoredTypes.register(Jdbi.create(writers).setTransactionHandler(changes)),
                    StoredTypes.register(Jdbi.create(readers)));
        }

        @Override
        public void close() {
            readers.close();
            writers.close();
        }
    }

    /** @param nativeCalls where calls run that would pin a virtual thread */
    public StateStore(StateStoreConfig config, NativeCalls nativeCalls) {
        this(config, nativeCalls, LocalTransactionHandler.binding());
    }

    /**
     * @param nativeCalls where calls run that would pin a virtual thread
     * @param changes begins and ends the transactions that change something
     */
    public StateStore(StateStoreConfig config, NativeCalls nativeCalls, TransactionHandler changes) {
        this.config = config;
        this.changes = changes;
        this.nativeCalls = config instanceof StateStoreConfig.SqliteFile ? nativeCalls : NativeCalls.SAME_THREAD;
    }

    /** A store that is open, see {@link #open(Runnable)}. */
    public static StateStore open(StateStoreConfig config, NativeCalls nativeCalls) {
        StateStore store = new StateStore(config, nativeCalls);
        store.open(() -> {});
        return store;
    }

    /**
     * Opens the state and brings its schema up to date, once. When it throws, nothing stays open, and what waits for
     * the state meets the same failure.
     *
     * @param first what must have been done before anybody else reads or writes; runs on this thread
     * @throws AppException {@code state_invalid} when the state cannot be read, was written by a newer Wheelhouse, or
     *     its server does not answer; the message says what to do
     */
    public void open(Runnable first) {
        open(first, StoreAbsence.NOT_WAITED_FOR);
    }

    /**
     * {@link #open(Runnable)} that can wait for a server that is away: one that does not answer, is not found, starts, stops
     * or has no room. What only a person can put right, such as a wrong password or database, fails at once.
     *
     * @param absence whether that is waited for
     */
    public void open(Runnable first, StoreAbsence absence) {
        try {
            Pools pools = connectAndMigrate(absence);
            opening = pools;
            opener = Thread.currentThread();
            first.run();
            if (!opened.complete(pools)) {
                // Closed meanwhile.
                pools.close();
            }
        } catch (RuntimeException | Error e) {
            opened.completeExceptionally(e);
            if (opening != null) {
                opening.close();
            }
            throw e;
        } finally {
            opener = null;
            opening = null;
        }
    }

    /**
     * Waits until the state is open.
     *
     * @throws AppException when it cannot be opened
     */
    public void awaitOpen() {
        call(_ -> true);
    }

    private Pools connectAndMigrate(StoreAbsence absence) {
        boolean away = false;
        while (true) {
            try {
                return connectAndMigrate(away ? absence::ended : () -> {});
            } catch (AppException e) {
                if (!isShared() || !StoreFailures.comesBack(e) || !absence.isWaitedFor(e)) {
                    throw e;
                }
                away = true;
            }
        }
    }

    private Pools connectAndMigrate(Runnable connected) {
        Pools pools = switch (config) {
            case StateStoreConfig.SqliteFile sqlite -> openSqlite(sqlite);
            case StateStoreConfig.SharedPostgres shared -> openPostgres(shared);
        };
        try {
            connected.run();
            new Migration(pools.writers(), this::patient, config).run();
            return pools;
        } catch (RuntimeException e) {
            pools.close();
            throw e;
        }
    }

    private Pools openSqlite(StateStoreConfig.SqliteFile config) {
        refuseEmptied(config);
        try {
            // The driver would make it for everybody to read, and its journals as it is itself.
            PrivateFiles.createIfAbsent(config.file());
        } catch (IOException e) {
            throw StoreFailures.unreadable(config, e);
        }
        String url = "jdbc:sqlite:" + config.file();
        HikariConfig writer = pool("state-writer", url, 1);
        writer.addDataSourceProperty("transaction_mode", "IMMEDIATE");
        HikariConfig reader = pool("state-reader", url, 4);
        for (HikariConfig each : new HikariConfig[] {writer, reader}) {
            each.addDataSourceProperty("journal_mode", "WAL");
            each.addDataSourceProperty("synchronous", "FULL");
            each.addDataSourceProperty("busy_timeout", "5000");
            each.addDataSourceProperty("foreign_keys", "true");
        }
        HikariDataSource writers = connect(config, writer);
        try {
            return new Pools(writers, connect(config, reader), changes);
        } catch (RuntimeException e) {
            writers.close();
            throw e;
        }
    }

    private Pools openPostgres(StateStoreConfig.SharedPostgres config) {
        HikariConfig pool = postgresPool("state", config);
        // What the URL says goes before.
        pool.addDataSourceProperty("socketTimeout", Long.toString(READ_TIMEOUT.toSeconds()));
        HikariDataSource dataSource = connect(config, pool);
        return new Pools(dataSource, dataSource, changes);
    }

    private static HikariConfig postgresPool(String name, StateStoreConfig.SharedPostgres config) {
        HikariConfig pool = pool(name, config.jdbcUrl(), 6);
        pool.addDataSourceProperty("ApplicationName", "wheelhouse state");
        pool.addDataSourceProperty("tcpKeepAlive", "true");
        return pool;
    }

    /** Where a schema may be changed, which takes as long as it takes; null where the state's own connections do. */
    private @Nullable HikariDataSource patient() {
        return switch (config) {
            case StateStoreConfig.SqliteFile _ -> null;
            case StateStoreConfig.SharedPostgres shared -> connect(shared, postgresPool("state-migration", shared));
        };
    }

    private static HikariDataSource connect(StateStoreConfig config, HikariConfig pool) {
        try {
            return new HikariDataSource(pool);
        } catch (RuntimeException e) {
            throw StoreFailures.unreadable(config, e);
        }
    }

    /** SQLite takes an empty file for a new database; beside copies it is one that lost its content. */
    private static void refuseEmptied(StateStoreConfig.SqliteFile config) {
        try {
            if (Files.exists(config.file()) && Files.size(config.file()) == 0 && StateCopies.areIn(config.copies())) {
                throw StoreFailures.unreadable(config, new IOException("it is empty"));
            }
        } catch (IOException e) {
            throw StoreFailures.unreadable(config, e);
        }
    }

    private static HikariConfig pool(String name, String url, int size) {
        HikariConfig pool = new HikariConfig();
        pool.setPoolName(name);
        pool.setJdbcUrl(url);
        pool.setMaximumPoolSize(size);
        pool.setMinimumIdle(1);
        pool.setConnectionTimeout(5_000);
        return pool;
    }

    /** {@code sqlite} or {@code postgresql}. */
    public String kind() {
        return switch (config) {
            case StateStoreConfig.SqliteFile _ -> "sqlite";
            case StateStoreConfig.SharedPostgres _ -> "postgresql";
        };
    }

    /** Whether other consoles may work with it too, so that two transactions may write at the same time. */
    public boolean isShared() {
        return config instanceof StateStoreConfig.SharedPostgres;
    }

    /** Runs a reading transaction. */
    public <T> T read(Function<Transaction, T> work) {
        return call(pools ->
                pools.reading().inTransaction(handle -> work.apply(new Transaction(handle, new Transaction.Hooks()))));
    }

    /**
     * Runs a changing transaction: all of it or, when the work throws, nothing.
     *
     * @throws AppException {@code storage_full} when the disk under the state has no room
     */
    public <T> T write(Function<Transaction, T> work) {
        return committed(joined(work));
    }

    /** Work whose change is the first of a call, if it is. */
    private <T> Function<Transaction, T> joined(Function<Transaction, T> work) {
        if (!firstChange.isBound()) {
            return work;
        }
        FirstChange first = firstChange.get();
        return tx -> {
            first.join(tx);
            tx.afterCommit(first::committed);
            return work.apply(tx);
        };
    }

    private <T> T committed(Function<Transaction, T> work) {
        return followed(hooks -> pools -> pools.writing().withHandle(handle -> {
            if (!isShared()) {
                syncOnSqlite(handle, "FULL");
            }
            return handle.inTransaction(own -> work.apply(new Transaction(own, hooks)));
        }));
    }

    /** Runs what was to follow a transaction, however that ends. */
    private <T> T followed(Function<Transaction.Hooks, Function<Pools, T>> transaction) {
        Transaction.Hooks hooks = new Transaction.Hooks();
        T result;
        try {
            result = call(transaction.apply(hooks));
        } catch (RuntimeException | Error e) {
            availability.notChanged(e);
            hooks.rolledBack();
            throw e;
        }
        availability.changed();
        hooks.committed();
        return result;
    }

    /** Runs work whose changes on this thread begin with that one. */
    public <T, X extends Throwable> T beginningWith(FirstChange first, ScopedValue.CallableOp<T, X> work) throws X {
        return ScopedValue.where(firstChange, first).call(work);
    }

    /** {@link #write} without a result. */
    public void change(Consumer<Transaction> work) {
        write(accepting(work));
    }

    /**
     * {@link #write} that no other console of a shared store runs at the same time: for what is made once, where two
     * that look and find nothing would both make it.
     */
    public <T> T writeAlone(Function<Transaction, T> work) {
        return write(transaction -> {
            // On SQLite the one writing connection sees to it. PostgreSQL manual, section 13.3.5.
            if (isShared()) {
                transaction.execute("SELECT pg_advisory_xact_lock(" + ALONE + ")");
            }
            return work.apply(transaction);
        });
    }

    /**
     * {@link #change} that does not wait for the disk. Every reader sees it at once and the end of the process cannot
     * undo it, but a power failure may take it back, and only it and what was written in this way after it. The next
     * change of the ordinary kind makes it last (SQLite, "PRAGMA synchronous", NORMAL in WAL mode; PostgreSQL manual,
     * "Asynchronous Commit").
     */
    public void changeUnsynced(Consumer<Transaction> work) {
        followed(hooks -> pools -> pools.writing().withHandle(handle -> switch (config) {
            case StateStoreConfig.SqliteFile _ -> {
                syncOnSqlite(handle, "NORMAL");
                yield handle.inTransaction(own -> joined(accepting(work)).apply(new Transaction(own, hooks)));
            }
            case StateStoreConfig.SharedPostgres _ ->
                handle.inTransaction(own -> {
                    own.execute("SET LOCAL synchronous_commit = off");
                    return joined(accepting(work)).apply(new Transaction(own, hooks));
                });
        }));
    }

    private static Function<Transaction, Boolean> accepting(Consumer<Transaction> work) {
        return transaction -> {
            work.accept(transaction);
            return true;
        };
    }

    /**
     * Not possible within a transaction, and by each change for itself: what the one before had may not be left behind.
     * Past the statements of JDBI, each of which costs as much as a small change.
     */
    private static void syncOnSqlite(Handle handle, String level) {
        try (Statement statement = handle.getConnection().createStatement()) {
            statement.execute("PRAGMA synchronous = " + level);
        } catch (SQLException e) {
            throw new ConnectionException(e);
        }
    }

    /** Keeps one copy a day of a SQLite state; a shared state is its server's to back up. */
    public void keepDailyCopy(LocalDate day) {
        if (config instanceof StateStoreConfig.SqliteFile sqlite) {
            call(pools -> {
                new StateCopies(pools.readers(), sqlite.copies()).makeOnce(day.toString());
                return true;
            });
        }
    }

    private <T> T call(Function<Pools, T> work) {
        try {
            Pools pools = pools();
            return availability.during(() -> asked(pools, work));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw stopped(e);
        }
    }

    private static AppException stopped(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new AppException(PlatformError.CANCELLED, "Stopped while it waited for the state.", e);
    }

    private <T> T asked(Pools pools, Function<Pools, T> work) {
        try {
            Callable<T> call = () -> work.apply(pools);
            return Thread.currentThread().isVirtual() ? nativeCalls.call(call) : call.call();
        } catch (RuntimeException e) {
            throw StoreFailures.translated(e, config);
        } catch (InterruptedException e) {
            throw stopped(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Why the last that asked got no answer, or the last change was not kept, for anybody; null where all is well. */
    public @Nullable String trouble() {
        return availability.trouble();
    }

    private Pools pools() throws InterruptedException, ExecutionException {
        Pools mine = Thread.currentThread().equals(opener) ? opening : null;
        return mine == null ? opened.get() : mine;
    }

    /** Whether the failure says that a unique key is taken. */
    public static boolean isDuplicate(JdbiException failure) {
        return StoreFailures.isDuplicate(failure);
    }

    @Override
    public void close() {
        opened.completeExceptionally(
                new AppException(PlatformError.SHUTTING_DOWN, "The console stopped before its state was open."));
        if (!opened.isCompletedExceptionally()) {
            opened.join().close();
        }
    }
}
