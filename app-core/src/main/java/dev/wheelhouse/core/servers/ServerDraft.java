package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.secret.SecretChange;
import org.jspecify.annotations.Nullable;

/**
 * A server as a form or a request gives it, before it is checked.
 *
 * @param port null for 22
 * @param auth null for a server of the kind local
 */
public record ServerDraft(
        String name,
        ServerKind kind,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String user,
        @Nullable Auth auth) {

    /**
     * How to log in. A new server has nothing to keep, so that {@link SecretChange.Keep} means none there; a new private
     * key takes the old one's passphrase away, and another type every secret of the old one.
     */
    public record Auth(ServerAuthType type, SecretChange privateKey, SecretChange passphrase, SecretChange password) {}
}
