package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerService;
import org.jspecify.annotations.Nullable;

/** Which consoles may run something on a server. */
final class ServerPlace {

    private ServerPlace() {}

    /** The one console whose own machine it is; null when any may. */
    static @Nullable String onlyHome(Server server) {
        return server.kind() == ServerKind.LOCAL ? server.id() : null;
    }

    /** As {@link #onlyHome(Server)}; a server that is gone is nobody's own machine. */
    static @Nullable String onlyHome(ServerService servers, String organizationId, String serverId) {
        Server server = servers.find(organizationId, serverId).orElse(null);
        return server == null ? null : onlyHome(server);
    }
}
