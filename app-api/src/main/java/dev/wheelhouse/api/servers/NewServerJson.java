package dev.wheelhouse.api.servers;

import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /servers}. */
record NewServerJson(
        String name,
        ServerKind kind,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String user,
        @Nullable ServerAuthJson auth) {

    ServerDraft toDraft() {
        return new ServerDraft(name, kind, host, port, user, auth == null ? null : auth.toAuth());
    }
}
