package dev.wheelhouse.core.testing;

import dev.wheelhouse.core.platform.store.StateStoreConfig;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Both databases that may hold the state, for tests of what must be the same on either. */
public enum StateKind {
    SQLITE {
        @Override
        public StateStoreConfig newState(Path directory) {
            return new StateStoreConfig.SqliteFile(directory.resolve("state.db"), directory.resolve("copies"));
        }
    },
    POSTGRESQL {
        @Override
        public StateStoreConfig newState(Path directory) {
            return new StateStoreConfig.SharedPostgres(newSharedUrl());
        }
    };

    /**
     * An empty state.
     *
     * @param directory for the files of a SQLite state
     */
    public abstract StateStoreConfig newState(Path directory);

    /** The URL of a new, empty database, credentials included, as {@code WHEELHOUSE_STORE} would hold it. */
    public static String newSharedUrl() {
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        return database.jdbcUrl() + "?user=" + encoded(database.user()) + "&password=" + encoded(database.password());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
