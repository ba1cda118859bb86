package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Homes, versions of the data key and their wrappings; it never sees a clear key. */
final class JdbcVaultStore extends Table<VaultHome> {

    JdbcVaultStore() {
        super(
                "vault_home",
                Columns.of(VaultHome.class)
                        .fixed("id")
                        .computed("last_seen_at", "(SELECT c.seen_at FROM console c WHERE c.home_id = id)"));
    }

    List<VaultHome> homes(Transaction tx) {
        return select(tx, "ORDER BY joined_at, id").list();
    }

    Optional<VaultHome> findHome(Transaction tx, String id) {
        return select(tx, "WHERE id = ?", id).findOne();
    }

    /** The version that secrets are sealed with now; empty before the first secret. */
    Optional<Integer> newestVersion(Transaction tx) {
        return tx.select(Integer.class, "SELECT version FROM vault_key ORDER BY version DESC LIMIT 1")
                .findOne();
    }

    /** Every version that a secret may be sealed with, the newest last. */
    List<Integer> versions(Transaction tx) {
        return tx.select(Integer.class, "SELECT version FROM vault_key ORDER BY version")
                .list();
    }

    /** Whether secrets are still re-sealed with the newest version. */
    boolean isRotating(Transaction tx) {
        return tx.select(Long.class, "SELECT count(*) FROM vault_key WHERE completed_at IS NULL")
                        .one()
                > 0;
    }

    /** Marks that every secret was looked at for a version and those before it. */
    void complete(Transaction tx, int version, Instant at) {
        tx.execute("UPDATE vault_key SET completed_at = ? WHERE version <= ? AND completed_at IS NULL", at, version);
    }

    /** Drops older versions that no secret is sealed with; the foreign key of secrets refuses what is still needed. */
    void deleteUnused(Transaction tx, int newest) {
        tx.execute(
                "DELETE FROM vault_key WHERE version < ? AND NOT EXISTS"
                        + " (SELECT 1 FROM secret WHERE secret.key_version = vault_key.version)",
                newest);
    }

    /** @param completedAt null while older secrets are re-sealed with it */
    void insertVersion(Transaction tx, int version, Instant createdAt, @Nullable Instant completedAt) {
        tx.execute(
                "INSERT INTO vault_key (version, created_at, completed_at) VALUES (?, ?, ?)",
                version,
                createdAt,
                completedAt);
    }

    void insertWrapping(Transaction tx, DataKey key, VaultHome home) {
        tx.execute(
                "INSERT INTO vault_wrapping (version, home_id, wrapped, vouched) VALUES (?, ?, ?, ?)",
                key.version(),
                home.id(),
                key.wrappedFor(home.id(), home.publicKey()),
                key.vouchFor(home));
    }

    Optional<String> findVouched(Transaction tx, int version, String homeId) {
        return tx.select(
                        String.class,
                        "SELECT vouched FROM vault_wrapping WHERE version = ? AND home_id = ?",
                        version,
                        homeId)
                .findOne();
    }

    Optional<String> findWrapping(Transaction tx, int version, String homeId) {
        return tx.select(
                        String.class,
                        "SELECT wrapped FROM vault_wrapping WHERE version = ? AND home_id = ?",
                        version,
                        homeId)
                .findOne();
    }

    /** The data key as it was wrapped before homes had key pairs. */
    Optional<String> findOldDataKey(Transaction tx, String homeId) {
        return tx.select(String.class, "SELECT wrapped FROM data_key WHERE home_id = ?", homeId)
                .findOne();
    }

    /** @return whether there was one */
    boolean deleteOldDataKey(Transaction tx, String homeId) {
        return tx.execute("DELETE FROM data_key WHERE home_id = ?", homeId) == 1;
    }
}
