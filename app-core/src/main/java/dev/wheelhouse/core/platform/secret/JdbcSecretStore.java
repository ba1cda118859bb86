package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Optional;

/** Sealed values and wrapped keys; it never sees a clear one. */
final class JdbcSecretStore {

    long countDataKeys(Transaction tx) {
        return tx.handle()
                .createQuery("SELECT count(*) FROM data_key")
                .mapTo(Long.class)
                .one();
    }

    Optional<String> findDataKey(Transaction tx, String homeId) {
        return tx.handle()
                .createQuery("SELECT wrapped FROM data_key WHERE home_id = :home")
                .bind("home", homeId)
                .mapTo(String.class)
                .findOne();
    }

    void putDataKey(Transaction tx, String homeId, String wrapped, long createdAt) {
        tx.handle()
                .createUpdate("INSERT INTO data_key (home_id, wrapped, created_at) VALUES (:home, :wrapped, :at)")
                .bind("home", homeId)
                .bind("wrapped", wrapped)
                .bind("at", createdAt)
                .execute();
    }

    Optional<String> find(Transaction tx, SecretRef ref) {
        return tx.handle()
                .createQuery(
                        "SELECT sealed FROM secret WHERE record_table = :table AND record_id = :id AND field = :field")
                .bindMethods(ref)
                .mapTo(String.class)
                .findOne();
    }

    void put(Transaction tx, String organizationId, SecretRef ref, String sealed) {
        tx.handle()
                .createUpdate("""
                        INSERT INTO secret (record_table, record_id, field, organization_id, sealed)
                        VALUES (:table, :id, :field, :organization, :sealed)
                        ON CONFLICT (record_table, record_id, field) DO UPDATE SET sealed = excluded.sealed""")
                .bindMethods(ref)
                .bind("organization", organizationId)
                .bind("sealed", sealed)
                .execute();
    }

    void delete(Transaction tx, SecretRef ref) {
        tx.handle()
                .createUpdate("DELETE FROM secret WHERE record_table = :table AND record_id = :id AND field = :field")
                .bindMethods(ref)
                .execute();
    }

    void deleteAll(Transaction tx, String table, String id) {
        tx.handle()
                .createUpdate("DELETE FROM secret WHERE record_table = :table AND record_id = :id")
                .bind("table", table)
                .bind("id", id)
                .execute();
    }
}
