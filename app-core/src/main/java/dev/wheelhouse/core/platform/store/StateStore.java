package dev.wheelhouse.core.platform.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/**
 * The console's own state on SQLite or PostgreSQL, with one schema and one set of statements for both. Writers on SQLite
 * queue for the single writing connection, so they never meet {@code SQLITE_BUSY} among themselves; readers have
 * connections of their own and see the last commit. Thread-safe; may be called from virtual threads.
 */
public final class StateStore implements AutoCloseable {

    /** Any number that nothing else in the shared database locks by. */
    private static final long ALONE = 0x776865656cL;

    private final HikariDataSource writers;
    private final HikariDataSource readers;
    private final Jdbi writing;
    private final Jdbi reading;
    private final NativeCalls nativeCalls;
    private final String kind;
    private final StateStoreConfig config;

    private StateStore(
            HikariDataSource writers, HikariDataSource readers, NativeCalls nativeCalls, StateStoreConfig config) {
        this.writers = writers;
        this.readers = readers;
        this.writing = Jdbi.create(writers);
        this.reading = Jdbi.create(readers);
        this.nativeCalls = nativeCalls;
        this.config = config;
        this.kind = switch (config) {
            case StateStoreConfig.SqliteFile _ -> "sqlite";
            case StateStoreConfig.SharedPostgres _ -> "postgresql";
        };
    }

    /**
     * Opens the state and brings its schema up to date.
     *
     * @throws AppException {@code state_invalid} when the state cannot be read, was written by a newer Wheelhouse, or
     *     its server does not answer; the message says what to do
     */
    public static StateStore open(StateStoreConfig config, NativeCalls nativeCalls) {
        StateStore store = switch (config) {
            case StateStoreConfig.SqliteFile sqlite -> openSqlite(sqlite, nativeCalls);
            case StateStoreConfig.SharedPostgres shared -> openPostgres(shared);
        };
        try {
            new Migration(store.writers, config).run();
            return store;
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static StateStore openSqlite(StateStoreConfig.SqliteFile config, NativeCalls nativeCalls) {
        refuseEmptied(config);
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
            return new StateStore(writers, connect(config, reader), nativeCalls, config);
        } catch (RuntimeException e) {
            writers.close();
            throw e;
        }
    }

    private static StateStore openPostgres(StateStoreConfig.SharedPostgres config) {
        HikariConfig pool = pool("state", config.jdbcUrl(), 6);
        pool.addDataSourceProperty("ApplicationName", "wheelhouse state");
        HikariDataSource dataSource = connect(config, pool);
        return new StateStore(dataSource, dataSource, NativeCalls.SAME_THREAD, config);
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
        pool.setConnectionTimeout(10_000);
        return pool;
    }

    /** {@code sqlite} or {@code postgresql}. */
    public String kind() {
        return kind;
    }

    /** Runs a reading transaction. */
    public <T> T read(Function<Transaction, T> work) {
        return call(() -> reading.inTransaction(handle -> work.apply(new Transaction(handle))));
    }

    /**
     * Runs a changing transaction: all of it or, when the work throws, nothing.
     *
     * @throws AppException {@code storage_full} when the disk under the state has no room
     */
    public <T> T write(Function<Transaction, T> work) {
        return call(() -> writing.inTransaction(handle -> work.apply(new Transaction(handle))));
    }

    /** {@link #write} without a result. */
    public void change(Consumer<Transaction> work) {
        write(transaction -> {
            work.accept(transaction);
            return true;
        });
    }

    /**
     * {@link #write} that no other console of a shared store runs at the same time: for what is made once, where two
     * that look and find nothing would both make it.
     */
    public <T> T writeAlone(Function<Transaction, T> work) {
        return write(transaction -> {
            // On SQLite the one writing connection sees to it. PostgreSQL manual, section 13.3.5.
            if (config instanceof StateStoreConfig.SharedPostgres) {
                transaction.handle().execute("SELECT pg_advisory_xact_lock(" + ALONE + ")");
            }
            return work.apply(transaction);
        });
    }

    /** Keeps one copy a day of a SQLite state; a shared state is its server's to back up. */
    public void keepDailyCopy(LocalDate day) {
        if (config instanceof StateStoreConfig.SqliteFile sqlite) {
            call(() -> {
                new StateCopies(readers, sqlite.copies()).makeOnce(day.toString());
                return true;
            });
        }
    }

    private <T> T call(Callable<T> work) {
        try {
            return Thread.currentThread().isVirtual() ? nativeCalls.call(work) : work.call();
        } catch (RuntimeException e) {
            throw StoreFailures.translated(e, config);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(
                    PlatformError.CANCELLED, "Stopped while it waited for the state.", ErrorDetails.NONE, e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the failure says that a unique key is taken. */
    public static boolean isDuplicate(JdbiException failure) {
        return StoreFailures.isDuplicate(failure);
    }

    @Override
    public void close() {
        readers.close();
        writers.close();
    }
}
