package dev.wheelhouse.core.databases.replication;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.Tunnels;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.settings.Shares;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** A console with a connection to a server of tests, over which replication logs in. */
public final class ReplicationFixture implements AutoCloseable {

    private final Sessions sessions;
    private final DatabaseConnection connection;
    private final Caller caller;

    /** @param open stays open */
    public ReplicationFixture(OpenCore open, PostgresDatabase database) {
        caller = open.caller();
        connection = open.connect(database, Environment.PRODUCTION, false);
        sessions = new Sessions(
                open.core().home(),
                _ -> database.password(),
                new Tunnels(open.core().servers()),
                open.core().workers(),
                Clock.systemUTC(),
                Shares.DEFAULTS.poolPercent());
    }

    public ReplicationConnection connect() throws ReplicationException {
        return connect(null);
    }

    ReplicationConnection connect(@Nullable ReplicationLogin login) throws ReplicationException {
        return ReplicationConnection.open(sessions, connection, login, Clock.systemUTC());
    }

    SlotState slot(String name) {
        return new PostgresClusters(sessions, Clock.systemUTC())
                .slot(caller, connection, name)
                .orElseThrow();
    }

    @Override
    public void close() {
        sessions.close();
    }
}
