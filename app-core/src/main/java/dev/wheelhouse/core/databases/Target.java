package dev.wheelhouse.core.databases;

import org.jspecify.annotations.Nullable;

/** Where a database is. */
public sealed interface Target {

    Engine engine();

    /** Where it is, for people. */
    String address();

    /**
     * A PostgreSQL server's database.
     *
     * @param port 1 to 65535
     * @param sslRootCertificate PEM text of the certificates to trust; null for those of the Java runtime
     */
    record Postgres(
            String host,
            int port,
            String database,
            String user,
            SslMode ssl,
            @Nullable String sslRootCertificate) implements Target {

        @Override
        public Engine engine() {
            return Engine.POSTGRESQL;
        }

        @Override
        public String address() {
            return host + ":" + port + "/" + database;
        }
    }

    /**
     * A SQLite file.
     *
     * @param path absolute
     */
    record Sqlite(String path) implements Target {

        @Override
        public Engine engine() {
            return Engine.SQLITE;
        }

        @Override
        public String address() {
            return path;
        }
    }
}
