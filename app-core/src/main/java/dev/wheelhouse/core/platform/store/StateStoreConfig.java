package dev.wheelhouse.core.platform.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the domain's state lives. */
public sealed interface StateStoreConfig {

    /**
     * A file of this home.
     *
     * @param file made when missing
     * @param copies directory for the copies made before migrations and once a day
     */
    record SqliteFile(Path file, Path copies) implements StateStoreConfig {}

    /**
     * A database shared by several consoles.
     *
     * @param jdbcUrl {@code jdbc:postgresql://host:port/database}, without credentials
     * @param user null to leave it to the URL and the driver
     * @param password null to leave it to PGPASSFILE
     */
    record SharedPostgres(
            String jdbcUrl, @Nullable String user, @Nullable String password) implements StateStoreConfig {

        @Override
        public String toString() {
            return "SharedPostgres[" + jdbcUrl + "]";
        }
    }
}
