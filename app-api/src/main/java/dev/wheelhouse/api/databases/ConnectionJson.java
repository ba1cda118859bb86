package dev.wheelhouse.api.databases;

import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A connection on the wire. The password goes in and never comes out. */
record ConnectionJson(
        String id,
        String name,
        Engine engine,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String database,
        @Nullable String user,
        @Nullable String path,
        @Nullable String serverId,
        Environment environment,
        @Nullable String color,
        boolean readOnly,
        @Nullable SslMode ssl,
        @Nullable String sslRootCertificate,
        AssistantSharing assistantSharing,
        Instant createdAt) {

    static ConnectionJson from(DatabaseConnection connection) {
        return switch (connection.target()) {
            case Target.Postgres postgres ->
                new ConnectionJson(
                        connection.id(),
                        connection.name(),
                        connection.engine(),
                        postgres.host(),
                        postgres.port(),
                        postgres.database(),
                        postgres.user(),
                        null,
                        connection.serverId(),
                        connection.environment(),
                        connection.color(),
                        connection.readOnly(),
                        postgres.ssl(),
                        postgres.sslRootCertificate(),
                        connection.sharing(),
                        connection.createdAt());
            case Target.Sqlite sqlite ->
                new ConnectionJson(
                        connection.id(),
                        connection.name(),
                        connection.engine(),
                        null,
                        null,
                        null,
                        null,
                        sqlite.path(),
                        null,
                        connection.environment(),
                        connection.color(),
                        connection.readOnly(),
                        null,
                        null,
                        connection.sharing(),
                        connection.createdAt());
        };
    }
}
