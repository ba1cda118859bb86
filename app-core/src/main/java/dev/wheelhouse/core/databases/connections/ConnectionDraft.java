package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import org.jspecify.annotations.Nullable;

/**
 * A connection as a form or a request gives it, before it is checked.
 *
 * @param path SQLite only; made absolute
 * @param create SQLite only: whether a missing file is made now; null for no
 * @param serverId the server that connections go through, PostgreSQL only; null for none
 * @param readOnly null for false
 * @param ssl PostgreSQL only; null for {@code prefer}
 * @param sharing null for what is usual in the environment
 */
public record ConnectionDraft(
        String name,
        Engine engine,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String database,
        @Nullable String user,
        @Nullable String path,
        @Nullable Boolean create,
        @Nullable String serverId,
        Environment environment,
        @Nullable String color,
        @Nullable Boolean readOnly,
        @Nullable SslMode ssl,
        @Nullable String sslRootCertificate,
        @Nullable AssistantSharing sharing) {

    /** One that shares what is usual in its environment. */
    public ConnectionDraft(
            String name,
            Engine engine,
            @Nullable String host,
            @Nullable Integer port,
            @Nullable String database,
            @Nullable String user,
            @Nullable String path,
            @Nullable Boolean create,
            @Nullable String serverId,
            Environment environment,
            @Nullable String color,
            @Nullable Boolean readOnly,
            @Nullable SslMode ssl,
            @Nullable String sslRootCertificate) {
        this(
                name,
                engine,
                host,
                port,
                database,
                user,
                path,
                create,
                serverId,
                environment,
                color,
                readOnly,
                ssl,
                sslRootCertificate,
                null);
    }
}
