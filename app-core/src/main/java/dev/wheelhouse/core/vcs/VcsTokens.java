package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.vcs.provider.VcsProvider;
import dev.wheelhouse.core.vcs.provider.VcsProviders;
import java.nio.charset.StandardCharsets;

/** The tokens of connections, in the vault, and the providers that they open. Thread-safe. */
final class VcsTokens {

    private static final String TABLE = "vcs_connection";

    private final Vault vault;
    private final VcsProviders providers;

    VcsTokens(Vault vault, VcsProviders providers) {
        this.vault = vault;
        this.providers = providers;
    }

    void put(Transaction tx, VcsConnection connection, String token) {
        vault.putText(tx, connection.organizationId(), ref(connection.id()), token);
    }

    void deleteAll(Transaction tx, String id) {
        vault.deleteAll(tx, TABLE, id);
    }

    /** @throws AppException {@code vault_locked}; {@code state_invalid} for a token that does not open any more */
    String get(VcsConnection connection) {
        return vault.findText(ref(connection.id())).orElseThrow(VcsTokens::lost);
    }

    /** @throws AppException as {@link #get} */
    VcsProvider open(VcsConnection connection) {
        return open(connection, get(connection));
    }

    /** As {@link #open(VcsConnection)}, within a change. */
    VcsProvider open(Transaction tx, VcsConnection connection) {
        byte[] token = vault.find(tx, ref(connection.id())).orElseThrow(VcsTokens::lost);
        return open(connection, new String(token, StandardCharsets.UTF_8));
    }

    /** With a token that need not be stored. */
    VcsProvider open(VcsConnection connection, String token) {
        return providers.of(connection.kind(), connection.base(), token, connection.id() + " " + connection.revision());
    }

    private static AppException lost() {
        return new AppException(PlatformError.STATE_INVALID, "The connection has no token any more. Enter it again.");
    }

    private static SecretRef ref(String id) {
        return new SecretRef(TABLE, id, "token");
    }
}
