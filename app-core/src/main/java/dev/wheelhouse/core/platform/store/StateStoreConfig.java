package dev.wheelhouse.core.platform.store;

import java.nio.file.Path;

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
     * @param jdbcUrl {@code jdbc:postgresql://host:port/database}; a user and a password may stand in its parameters
     *     when it comes from the environment, else they come from PGPASSFILE
     */
    record SharedPostgres(String jdbcUrl) implements StateStoreConfig {

        /** The URL without its parameters, which may hold a password. */
        public String displayUrl() {
            int parameters = jdbcUrl.indexOf('?');
            return parameters < 0 ? jdbcUrl : jdbcUrl.substring(0, parameters);
        }

        @Override
        public String toString() {
            return "SharedPostgres[" + displayUrl() + "]";
        }
    }
}
