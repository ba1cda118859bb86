package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Events, the head of their chain, and intents. */
final class JdbcEventStore {

    private static final String OF_SUBJECT =
            "SELECT id, organization_id, ordinal, kind, subject_id, occurred_at, actor, data, hash FROM event"
                    + " WHERE organization_id = :organization AND subject_id = :subject";

    /** Takes the next place; the row's lock makes other writers of the organization wait for this transaction. */
    ChainHead advanceChain(Transaction tx, String organizationId) {
        return tx.handle()
                .createQuery("""
                    INSERT INTO event_chain (organization_id, ordinal, hash) VALUES (:organization, 1, '')
                    ON CONFLICT (organization_id) DO UPDATE SET ordinal = event_chain.ordinal + 1
                    RETURNING ordinal, hash\
                    """)
                .bind("organization", organizationId)
                .map((row, _) -> new ChainHead(row.getLong("ordinal"), row.getString("hash")))
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
                    VALUES (:id, :organization, :ordinal, :kind, :subject, :at, :actor, :data, :hash)\
                    """)
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

    Optional<Long> ordinalOf(Transaction tx, String organizationId, String id) {
        return tx.handle()
                .createQuery("SELECT ordinal FROM event WHERE organization_id = :organization AND id = :id")
                .bind("organization", organizationId)
                .bind("id", id)
                .mapTo(Long.class)
                .findOne();
    }

    /** Newest first. */
    List<EventRow> list(Transaction tx, String organizationId, EventFilter filter, long beforeOrdinal, int limit) {
        StringBuilder sql = new StringBuilder("""
            SELECT id, organization_id, ordinal, kind, subject_id, occurred_at, actor, data, hash
            FROM event WHERE organization_id = :organization AND ordinal < :before\
            """);
        Map<String, Object> bound = new LinkedHashMap<>();
        if (!filter.anyKind()) {
            sql.append(" AND (").append(kinds(filter.kinds(), bound)).append(')');
        }
        if (filter.subjectId() != null) {
            sql.append(" AND subject_id = :subject");
            bound.put("subject", filter.subjectId());
        }
        if (filter.from() != null) {
            sql.append(" AND occurred_at >= :from");
            bound.put("from", filter.from().toEpochMilli());
        }
        if (filter.to() != null) {
            sql.append(" AND occurred_at < :to");
            bound.put("to", filter.to().toEpochMilli());
        }
        return tx.handle()
                .createQuery(sql.append(" ORDER BY ordinal DESC LIMIT :limit").toString())
                .bind("organization", organizationId)
                .bind("before", beforeOrdinal)
                .bind("limit", limit)
                .bindMap(bound)
                .map(ConstructorMapper.of(EventRow.class))
                .list();
    }

    private static String kinds(List<String> kinds, Map<String, Object> bound) {
        List<String> terms = new ArrayList<>();
        for (String kind : kinds) {
            String name = "kind" + terms.size();
            boolean group = kind.endsWith("*");
            // An underscore would stand for any character.
            bound.put(name, group ? kind.substring(0, kind.length() - 1).replace("_", "!_") + "%" : kind);
            terms.add(group ? "kind LIKE :" + name + " ESCAPE '!'" : "kind = :" + name);
        }
        return String.join(" OR ", terms);
    }

    List<EventRow> newest(
            Transaction tx, String organizationId, String subjectId, Collection<String> kinds, int limit) {
        return tx.handle()
                .createQuery(OF_SUBJECT + " AND kind IN (<kinds>) ORDER BY ordinal DESC LIMIT :limit")
                .bind("organization", organizationId)
                .bind("subject", subjectId)
                .bindList("kinds", List.copyOf(kinds))
                .bind("limit", limit)
                .map(ConstructorMapper.of(EventRow.class))
                .list();
    }

    List<EventRow> between(Transaction tx, String organizationId, String subjectId, long from, long to, int limit) {
        return tx.handle()
                .createQuery(OF_SUBJECT
                        + " AND occurred_at >= :from AND occurred_at < :to ORDER BY ordinal DESC LIMIT :limit")
                .bind("organization", organizationId)
                .bind("subject", subjectId)
                .bind("from", from)
                .bind("to", to)
                .bind("limit", limit)
                .map(ConstructorMapper.of(EventRow.class))
                .list();
    }

    void insertIntent(Transaction tx, IntentRow row) {
        tx.handle()
                .createUpdate("""
                    INSERT INTO intent (id, organization_id, home_id, kind, subject_id, actor, created_at)
                    VALUES (:id, :organization, :home, :kind, :subject, :actor, :at)\
                    """)
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
                    FROM intent WHERE home_id = :home ORDER BY id\
                    """)
                .bind("home", homeId)
                .map(ConstructorMapper.of(IntentRow.class))
                .list();
    }
}
