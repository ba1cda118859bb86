package dev.wheelhouse.api.databases;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.platform.secret.SecretChange;

/** The body of {@code PATCH /db-connections/{id}}: a merge patch (RFC 7396). */
record ConnectionPatchJson(
        Patch<String> name,
        Patch<String> host,
        Patch<Integer> port,
        Patch<String> database,
        Patch<String> user,
        Patch<String> password,
        Patch<String> path,
        Patch<Boolean> create,
        Patch<String> serverId,
        Patch<Environment> environment,
        Patch<String> color,
        Patch<Boolean> readOnly,
        Patch<SslMode> ssl,
        Patch<String> sslRootCertificate,
        Patch<AssistantSharing> assistantSharing) {

    ConnectionDraft toDraft(DatabaseConnection current, ServerAlias servers) {
        ConnectionJson now = ConnectionJson.from(current);
        Environment environmentAfter = environment.applyRequired("environment", now.environment());
        return new ConnectionDraft(
                name.applyRequired("name", now.name()),
                now.engine(),
                host.apply(now.host()),
                port.apply(now.port()),
                database.apply(now.database()),
                user.apply(now.user()),
                path.apply(now.path()),
                create.apply(null),
                servers.idOrNull(serverId.apply(now.serverId())),
                environmentAfter,
                color.apply(now.color()),
                readOnly.apply(now.readOnly()),
                ssl.apply(now.ssl()),
                sslRootCertificate.apply(now.sslRootCertificate()),
                assistantSharing.apply(current.sharing().moved(current.environment(), environmentAfter)));
    }

    SecretChange passwordChange() {
        return password.isMentioned()
                ? new SecretChange.Replace(password.replacement().orElse(null))
                : new SecretChange.Keep();
    }

    /** Never the password. */
    @Override
    public String toString() {
        return "ConnectionPatchJson[…]";
    }
}
