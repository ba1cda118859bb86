package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.platform.host.PortForward;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a database and log in.
 *
 * @param password null for none
 * @param access what the database itself lets its calls do
 * @param tunnel the port that stands for the database's own; null to connect to that itself
 */
record Login(
        DatabaseConnection connection,
        Access access,
        @Nullable String password,
        @Nullable PortForward tunnel) {

    @Override
    public String toString() {
        return "Login[" + connection.id() + "]";
    }
}
