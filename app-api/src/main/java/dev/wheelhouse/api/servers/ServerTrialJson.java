package dev.wheelhouse.api.servers;

import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /servers/test}: what decides whether a server answers. */
record ServerTrialJson(
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String user,
        @Nullable ServerAuthJson auth,
        @Nullable String serverId,
        @Nullable String hostKeyFingerprint) {

    ServerDraft toDraft() {
        return new ServerDraft("draft", ServerKind.SSH, host, port, user, auth == null ? null : auth.toAuth());
    }
}
