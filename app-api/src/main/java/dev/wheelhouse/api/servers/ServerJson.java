package dev.wheelhouse.api.servers;

import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAddress;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerService;
import dev.wheelhouse.core.servers.ServerStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A server on the wire, without what it is logged in to with. */
record ServerJson(
        String id,
        String name,
        ServerKind kind,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String user,
        @Nullable AuthJson auth,
        ServerStatus status,
        @Nullable String statusDetail,
        @Nullable Instant bootedAt,
        @Nullable String hostKeyFingerprint,
        Instant createdAt) {

    record AuthJson(ServerAuthType type) {}

    static ServerJson from(Server server, ServerService service) {
        ServerStatus status = service.status(server);
        Instant bootedAt = service.bootedAt(server).orElse(null);
        return switch (server.address()) {
            case ServerAddress.OwnMachine() ->
                new ServerJson(
                        server.id(),
                        server.name(),
                        server.kind(),
                        null,
                        null,
                        null,
                        null,
                        status,
                        service.trouble(server).orElse(null),
                        bootedAt,
                        null,
                        server.createdAt());
            case ServerAddress.Ssh ssh ->
                new ServerJson(
                        server.id(),
                        server.name(),
                        server.kind(),
                        ssh.host(),
                        ssh.port(),
                        ssh.user(),
                        new AuthJson(ssh.auth()),
                        status,
                        service.trouble(server).orElse(null),
                        bootedAt,
                        service.trustedFingerprint(server).orElse(null),
                        server.createdAt());
        };
    }
}
