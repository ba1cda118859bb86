package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.Servers;

/** Where apps run. Thread-safe. */
final class AppPlaces {

    private final Servers servers;

    AppPlaces(Servers servers) {
        this.servers = servers;
    }

    /** @throws AppException {@code not_found} when the server is gone */
    Server server(String organizationId, String serverId) {
        return servers.service()
                .find(organizationId, serverId)
                .orElseThrow(() -> AppException.notFound("server", serverId));
    }

    /**
     * The host of an app's server as it is now; not to be kept.
     *
     * @throws AppException {@code not_found}; {@code state_invalid} for another console's own machine
     */
    Host host(App app) {
        return host(server(app.organizationId(), app.serverId()));
    }

    Host host(Server server) {
        return servers.hosts().of(server);
    }

    /** @throws AppException {@code state_invalid} for another console's own machine */
    void requireHere(Server server) {
        if (isElsewhere(server)) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The server " + server.name() + " is the machine of another console, which runs its apps. Ask"
                            + " there.");
        }
    }

    boolean isElsewhere(Server server) {
        return server.kind() == ServerKind.LOCAL
                && !server.id().equals(servers.service().ownId());
    }
}
