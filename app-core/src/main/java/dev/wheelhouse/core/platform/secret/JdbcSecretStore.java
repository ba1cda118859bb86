package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Optional;

/** Sealed values and wrapped keys; it never sees a clear one. */
final class JdbcSecretStore {

    private static final String OF_RECORD = "WHERE record_table = ? AND record_id = ?";

    long countDataKeys(Transaction tx) {
        return tx.select(Long.class, "SELECT count(*) FROM data_key").one();
    }

    Optional<String> findDataKey(Transaction tx, String homeId) {
        return tx.select(String.class, "SELECT wrapped FROM data_key WHERE home_id = ?", homeId)
                .findOne();
    }

    void putDataKey(Transaction tx, String homeId, String wrapped, long createdAt) {
        tx.execute("INSERT INTO data_key (home_id, wrapped, created_at) VALUES (?, ?, ?)", homeId, wrapped, createdAt);
    }

    Optional<String> find(Transaction tx, SecretRef ref) {
        return tx.select(
                        String.class,
                        "SELECT sealed FROM secret " + OF_RECORD + " AND field = ?",
                        ref.table(),
                        ref.id(),
                        ref.field())
                .findOne();
    }

    void put(Transaction tx, String organizationId, SecretRef ref, String sealed) {
        tx.execute("""
                        INSERT INTO secret (record_table, record_id, field, organization_id, sealed)
                        VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (record_table, record_id, field) DO UPDATE SET sealed = excluded.sealed""", ref.table(), ref.id(), ref.field(), organizationId, sealed);
    }

    void delete(Transaction tx, SecretRef ref) {
        tx.execute("DELETE FROM secret " + OF_RECORD + " AND field = ?", ref.table(), ref.id(), ref.field());
    }

    void deleteAll(Transaction tx, String table, String id) {
        tx.execute("DELETE FROM secret " + OF_RECORD, table, id);
    }
}
