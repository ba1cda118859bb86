package dev.wheelhouse.api.servers;

import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import org.jspecify.annotations.Nullable;

/** How to log in to a new server. The secrets go in and never come out. */
record ServerAuthJson(
        ServerAuthType type,
        @Nullable String privateKey,
        @Nullable String passphrase,
        @Nullable String password) {

    ServerDraft.Auth toAuth() {
        return new ServerDraft.Auth(type, given(privateKey), given(passphrase), given(password));
    }

    private static SecretChange given(@Nullable String value) {
        return value == null ? SecretChange.keep() : SecretChange.replace(value);
    }

    /** Never the secrets. */
    @Override
    public String toString() {
        return "ServerAuthJson[" + type + "]";
    }
}
