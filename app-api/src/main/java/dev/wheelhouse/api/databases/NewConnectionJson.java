package dev.wheelhouse.api.databases;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /db-connections}. */
record NewConnectionJson(
        String name,
        Engine engine,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String database,
        @Nullable String user,
        @Nullable String password,
        @Nullable String path,
        @Nullable Boolean create,
        @Nullable String serverId,
        Environment environment,
        @Nullable String color,
        Patch<Boolean> readOnly,
        @Nullable SslMode ssl,
        @Nullable String sslRootCertificate,
        @Nullable AssistantSharing assistantSharing) {

    ConnectionDraft toDraft(ServerAlias servers) {
        return new ConnectionDraft(
                name,
                engine,
                host,
                port,
                database,
                user,
                path,
                create,
                servers.idOrNull(serverId),
                environment,
                color,
                readOnly.unlessNull("readOnly"),
                ssl,
                sslRootCertificate,
                assistantSharing);
    }

    /** Never the password. */
    @Override
    public String toString() {
        return "NewConnectionJson[" + name + "]";
    }
}
