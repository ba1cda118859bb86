package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Target;
import org.jspecify.annotations.Nullable;

/**
 * A login that is used for replication alone, so that a connection itself needs no powerful one.
 *
 * @param password null for none
 */
public record ReplicationLogin(String user, @Nullable String password) {

    /** The connection as this login reaches it. */
    DatabaseConnection of(DatabaseConnection connection) {
        Target.Postgres target = (Target.Postgres) connection.target();
        return connection.to(new Target.Postgres(
                target.host(), target.port(), target.database(), user, target.ssl(), target.sslRootCertificate()));
    }

    @Override
    public String toString() {
        return "ReplicationLogin[" + user + "]";
    }
}
