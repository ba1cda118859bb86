package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.PortForward;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.Servers;
import org.jspecify.annotations.Nullable;

/** Opens the ways to databases that are only reached through a server. Thread-safe. */
public final class Tunnels {

    private final Servers servers;

    public Tunnels(Servers servers) {
        this.servers = servers;
    }

    /**
     * A tunnel of its own, which its user closes; null for a connection that goes through no server.
     *
     * @throws AppException {@code upstream_failed}, {@code upstream_timeout}, {@code host_key_unknown},
     *     {@code host_key_changed}; {@code state_invalid} when the server is another console's machine
     */
    @Nullable
    PortForward open(DatabaseConnection connection) {
        String serverId = connection.serverId();
        if (serverId == null || !(connection.target() instanceof Target.Postgres target)) {
            return null;
        }
        Server server = servers.service()
                .find(connection.organizationId(), serverId)
                .orElseThrow(() -> new AppException(
                        PlatformError.STATE_INVALID,
                        "The server that " + connection.name() + " goes through is gone. Choose another one."));
        return servers.hosts().of(server).forward(target.host(), target.port());
    }
}
