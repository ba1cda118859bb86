package dev.wheelhouse.core.databases;

import org.jspecify.annotations.Nullable;

/** Where a database is. */
public sealed interface Target {

    Engine engine();

    /** Where it is, for people. */
    String address();

    /** Whether a password that was given for this one may be sent to another without being given again. */
    boolean trusts(Target other);

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

        /** The same login at the same address, encrypted and proven no less. */
        @Override
        public boolean trusts(Target other) {
            return other instanceof Postgres to
                    && host.equals(to.host)
                    && port == to.port
                    && user.equals(to.user)
                    && ssl.compareTo(to.ssl) <= 0;
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

        /** It has no password. */
        @Override
        public boolean trusts(Target other) {
            return true;
        }
    }
}
