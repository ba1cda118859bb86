package dev.wheelhouse.api.databases;

import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /db-connections/test}: what decides whether a database answers. */
record ConnectionTrialJson(
        Engine engine,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String database,
        @Nullable String user,
        @Nullable String password,
        @Nullable String connectionId,
        @Nullable String path,
        @Nullable Boolean create,
        @Nullable String serverId,
        @Nullable Boolean readOnly,
        @Nullable SslMode ssl,
        @Nullable String sslRootCertificate) {

    ConnectionDraft toDraft(ServerAlias servers) {
        return new ConnectionDraft(
                "test",
                engine,
                host,
                port,
                database,
                user,
                path,
                create,
                servers.idOrNull(serverId),
                Environment.DEVELOPMENT,
                null,
                readOnly,
                ssl,
                sslRootCertificate);
    }

    /** Never the password. */
    @Override
    public String toString() {
        return "ConnectionTrialJson[" + engine + "]";
    }
}
