package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;

/** Sealed values; it never sees a clear one. */
final class JdbcSecretStore {

    private static final String OF_RECORD = "WHERE record_table = ? AND record_id = ?";

    Optional<SealedSecret> find(Transaction tx, SecretRef ref) {
        return tx.select(
                        SealedSecret.class,
                        "SELECT sealed, coalesce(key_version, 0) AS key_version FROM secret " + OF_RECORD
                                + " AND field = ?",
                        ref.table(),
                        ref.id(),
                        ref.field())
                .findOne();
    }

    /** @return whether that version of the data key is still there */
    boolean put(Transaction tx, String organizationId, SecretRef ref, SealedSecret secret) {
        int rows = tx.execute(
                """
                        INSERT INTO secret (record_table, record_id, field, organization_id, sealed, key_version)
                        SELECT ?, ?, ?, ?, ?, version FROM vault_key WHERE version = ?
                        ON CONFLICT (record_table, record_id, field)
                        DO UPDATE SET sealed = excluded.sealed, key_version = excluded.key_version""", ref.table(), ref.id(), ref.field(), organizationId, secret.sealed(), secret.keyVersion());
        return rows == 1;
    }

    /**
     * A secret that another version of the data key than the newest seals.
     *
     * @param field see {@link SecretRef}, as the two before it
     */
    record Stale(String recordTable, String recordId, String field, String sealed, int keyVersion) {

        SecretRef ref() {
            return new SecretRef(recordTable, recordId, field);
        }

        SealedSecret secret() {
            return new SealedSecret(sealed, keyVersion);
        }
    }

    long countStale(Transaction tx, int newest) {
        return tx.select(Long.class, "SELECT count(*) FROM secret WHERE coalesce(key_version, 0) < ?", newest)
                .one();
    }

    /** Those after one place, in the order of places. */
    List<Stale> stale(Transaction tx, int newest, SecretRef after, int most) {
        return tx.select(
                        Stale.class,
                        "SELECT record_table, record_id, field, sealed, coalesce(key_version, 0) AS key_version"
                                + " FROM secret WHERE coalesce(key_version, 0) < ?"
                                + " AND (record_table, record_id, field) > (?, ?, ?)"
                                + " ORDER BY record_table, record_id, field LIMIT ?",
                        newest,
                        after.table(),
                        after.id(),
                        after.field(),
                        most)
                .list();
    }

    /** Replaces a sealed text unless it was changed meanwhile. */
    void reseal(Transaction tx, SecretRef ref, SealedSecret before, SealedSecret after) {
        tx.execute(
                "UPDATE secret SET sealed = ?, key_version = ? " + OF_RECORD + " AND field = ? AND sealed = ?",
                after.sealed(),
                after.keyVersion(),
                ref.table(),
                ref.id(),
                ref.field(),
                before.sealed());
    }

    void delete(Transaction tx, SecretRef ref) {
        tx.execute("DELETE FROM secret " + OF_RECORD + " AND field = ?", ref.table(), ref.id(), ref.field());
    }

    void deleteAll(Transaction tx, String table, String id) {
        tx.execute("DELETE FROM secret " + OF_RECORD, table, id);
    }
}
