package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.store.SealKey;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.Transaction;
import org.jspecify.annotations.Nullable;

/** What a destination is logged in to with. */
record DestinationKeys(String accessKeyId, String secretAccessKey) {

    private static final String TABLE = "backup_config";

    /** Everything of a configuration that is secret. */
    static void deleteAll(Transaction tx, Vault vault, String configId) {
        vault.deleteAll(tx, TABLE, configId);
    }

    private static SecretRef ref(String configId) {
        return new SecretRef(TABLE, configId, "keys");
    }

    private static SecretRef loginRef(String configId) {
        return new SecretRef(TABLE, configId, "login");
    }

    void save(Transaction tx, Vault vault, String organizationId, String configId) {
        vault.putText(tx, organizationId, ref(configId), Json.write(this));
    }

    static DestinationKeys stored(Vault vault, String configId) {
        return vault.findText(ref(configId))
                .map(text -> Json.read(text, DestinationKeys.class))
                .orElseThrow(() -> new AppException(
                        PlatformError.STATE_INVALID, "The keys of this destination are missing. Give them again."));
    }

    static void saveLogin(Transaction tx, Vault vault, String organizationId, String configId, String password) {
        vault.putText(tx, organizationId, loginRef(configId), password);
    }

    /** The connection's own login does it from then on, or one that needs no password. */
    static void deleteLogin(Transaction tx, Vault vault, String configId) {
        vault.delete(tx, loginRef(configId));
    }

    /** The login for replication; null where the connection's own does it. */
    static @Nullable ReplicationLogin login(Vault vault, String configId, @Nullable String user) {
        return user == null
                ? null
                : new ReplicationLogin(user, vault.findText(loginRef(configId)).orElse(null));
    }

    private static SecretRef sealRef(String configId) {
        return new SecretRef(TABLE, configId, "seal");
    }

    static void saveSeal(Transaction tx, Vault vault, String organizationId, String configId, SealKey seal) {
        vault.put(tx, organizationId, sealRef(configId), seal.bytes());
    }

    /** What a configuration's objects are sealed with; null where they are not. */
    static @Nullable SealKey seal(Vault vault, String configId) {
        return vault.find(sealRef(configId)).map(SealKey::of).orElse(null);
    }

    @Override
    public String toString() {
        return "DestinationKeys[" + accessKeyId + "]";
    }
}
