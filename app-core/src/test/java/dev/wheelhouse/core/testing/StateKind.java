package dev.wheelhouse.core.testing;

import dev.wheelhouse.core.platform.store.NativeCalls;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Both databases that may hold the state, for tests of what must be the same on either. */
public enum StateKind {
    SQLITE {
        @Override
        public StateStoreConfig newUnmigratedState(Path directory) {
            return fileIn(directory);
        }

        @Override
        public StateStoreConfig newState(Path directory) {
            try {
                Files.createDirectories(directory);
                Files.copy(MigratedFile.FILE, directory.resolve("state.db"));
                return fileIn(directory);
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
    },
    POSTGRESQL {
        @Override
        public StateStoreConfig newUnmigratedState(Path directory) {
            return new StateStoreConfig.SharedPostgres(newUnmigratedUrl());
        }

        @Override
        public StateStoreConfig newState(Path directory) {
            return new StateStoreConfig.SharedPostgres(newSharedUrl());
        }
    };

    /**
     * A state without rows whose schema is up to date; made in a moment from one that was migrated before.
     *
     * @param directory for the files of a SQLite state
     */
    public abstract StateStoreConfig newState(Path directory);

    /** Nothing yet: what opens it makes the schema, which takes as long as many a test. */
    public abstract StateStoreConfig newUnmigratedState(Path directory);

    /** The URL of a new database with the schema, credentials included, as {@code WHEELHOUSE_STORE} would hold it. */
    public static String newSharedUrl() {
        return withCredentials(PostgresServer.shared().newDatabaseLike(MigratedDatabase.DATABASE));
    }

    /** As {@link #newSharedUrl}, without a schema. */
    public static String newUnmigratedUrl() {
        return withCredentials(PostgresServer.shared().newDatabase());
    }

    private static String withCredentials(PostgresDatabase database) {
        return database.jdbcUrl() + "?user=" + encoded(database.user()) + "&password=" + encoded(database.password());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Has a home that is new begin with a schema that is up to date, which takes a moment instead of all migrations. */
    public static Path migrated(Path home) {
        if (Files.notExists(home.resolve("state.db"))) {
            var _ = SQLITE.newState(home);
        }
        return home;
    }

    /** The SQLite state of a home, whether or not it is there. */
    public static StateStoreConfig fileIn(Path directory) {
        return new StateStoreConfig.SqliteFile(directory.resolve("state.db"), directory.resolve("copies"));
    }

    private static void migrate(StateStoreConfig config) {
        StateStore.open(config, NativeCalls.SAME_THREAD).close();
    }

    /** Initialised by the JVM when it is first asked for, and only then. */
    private static final class MigratedFile {
        static final Path FILE = make();

        private static Path make() {
            try {
                Path directory = Files.createTempDirectory("wheelhouse-state");
                Path file = directory.resolve("state.db");
                migrate(fileIn(directory));
                directory.toFile().deleteOnExit();
                file.toFile().deleteOnExit();
                return file;
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
    }

    /** Likewise. */
    private static final class MigratedDatabase {
        static final PostgresDatabase DATABASE = make();

        private static PostgresDatabase make() {
            PostgresDatabase database = PostgresServer.shared().newDatabase();
            migrate(new StateStoreConfig.SharedPostgres(withCredentials(database)));
            return database;
        }
    }
}
