package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Events, the head of their chain, and intents. */
final class JdbcEventStore {

    /** Takes the next place; the row's lock makes other writers of the organization wait for this transaction. */
    ChainHead advanceChain(Transaction tx, String organizationId) {
        tx.handle().createUpdate("""
                        INSERT INTO event_chain (organization_id, ordinal, hash) VALUES (:organization, 1, '')
                        ON CONFLICT (organization_id) DO UPDATE SET ordinal = event_chain.ordinal + 1""").bind("organization", organizationId).execute();
        return tx.handle()
                .createQuery("SELECT ordinal, hash FROM event_chain WHERE organization_id = :organization")
                .bind("organization", organizationId)
                .map(ConstructorMapper.of(ChainHead.class))
                .one();
    }

    void setChainHash(Transaction tx, String organizationId, String hash) {
        tx.handle()
                .createUpdate("UPDATE event_chain SET hash = :hash WHERE organization_id = :organization")
                .bind("organization", organizationId)
                .bind("hash", hash)
                .execute();
    }

    void insert(Transaction tx, EventRow row) {
        tx.handle()
                .createUpdate("""
                        INSERT INTO event (id, organization_id, ordinal, kind, subject_id, occurred_at, actor, data, hash)
                        VALUES (:id, :organization, :ordinal, :kind, :subject, :at, :actor, :data, :hash)""")
                .bind("id", row.id())
                .bind("organization", row.organizationId())
                .bind("ordinal", row.ordinal())
                .bind("kind", row.kind())
                .bind("subject", row.subjectId())
                .bind("at", row.occurredAt())
                .bind("actor", row.actor())
                .bind("data", row.data())
                .bind("hash", row.hash())
                .execute();
    }

    List<EventRow> list(Transaction tx, String organizationId, long beforeOrdinal, int limit) {
        return tx.handle()
                .createQuery("""
                        SELECT id, organization_id, ordinal, kind, subject_id, occurred_at, actor, data, hash
                        FROM event WHERE organization_id = :organization AND ordinal < :before
                        ORDER BY ordinal DESC LIMIT :limit""")
                .bind("organization", organizationId)
                .bind("before", beforeOrdinal)
                .bind("limit", limit)
                .map(ConstructorMapper.of(EventRow.class))
                .list();
    }

    void insertIntent(Transaction tx, IntentRow row) {
        tx.handle()
                .createUpdate("""
                        INSERT INTO intent (id, organization_id, home_id, kind, subject_id, actor, created_at)
                        VALUES (:id, :organization, :home, :kind, :subject, :actor, :at)""")
                .bind("id", row.id())
                .bind("organization", row.organizationId())
                .bind("home", row.homeId())
                .bind("kind", row.kind())
                .bind("subject", row.subjectId())
                .bind("actor", row.actor())
                .bind("at", row.createdAt())
                .execute();
    }

    void deleteIntent(Transaction tx, String id) {
        tx.handle()
                .createUpdate("DELETE FROM intent WHERE id = :id")
                .bind("id", id)
                .execute();
    }

    List<IntentRow> intentsOf(Transaction tx, String homeId) {
        return tx.handle()
                .createQuery("""
                        SELECT id, organization_id, home_id, kind, subject_id, actor, created_at
                        FROM intent WHERE home_id = :home ORDER BY id""")
                .bind("home", homeId)
                .map(ConstructorMapper.of(IntentRow.class))
                .list();
    }
}
