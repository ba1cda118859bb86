package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Events, the head of their chain, and intents. */
final class JdbcEventStore extends Table<EventRow> {

    private final Table<EventCheckpoint> checkpoints =
            new Table<>("event_checkpoint", Columns.of(EventCheckpoint.class));
    private final Table<IntentRow> intents = new Table<>("intent", Columns.of(IntentRow.class));

    JdbcEventStore() {
        super("event", Columns.of(EventRow.class));
    }

    /** Takes the next place; the row's lock makes other writers of the organization wait for this transaction. */
    ChainHead advanceChain(Transaction tx, String organizationId) {
        return tx.handle()
                .select("""
                    INSERT INTO event_chain (organization_id, ordinal, hash) VALUES (?, 1, '')
                    ON CONFLICT (organization_id) DO UPDATE SET ordinal = event_chain.ordinal + 1
                    RETURNING ordinal, hash\
                    """, organizationId)
                .map((row, _) -> new ChainHead(row.getLong("ordinal"), row.getString("hash")))
                .one();
    }

    void setChainHash(Transaction tx, String organizationId, String hash) {
        tx.execute("UPDATE event_chain SET hash = ? WHERE organization_id = ?", hash, organizationId);
    }

    Optional<Long> ordinalOf(Transaction tx, String organizationId, String id) {
        return find(tx, organizationId, id).map(EventRow::ordinal);
    }

    /** In their order. A verification reads whole logs: by hand, which is twice as fast as by the table's mapper. */
    List<EventRow> after(Transaction tx, String organizationId, long ordinal, int limit) {
        return tx.handle()
                .select("""
                    SELECT id, ordinal, kind, subject_id, occurred_at, actor, data, hash FROM event
                    WHERE organization_id = ? AND ordinal > ? ORDER BY ordinal LIMIT ?\
                    """, organizationId, ordinal, limit)
                .map((row, _) -> new EventRow(
                        row.getString(1),
                        organizationId,
                        row.getLong(2),
                        row.getString(3),
                        row.getString(4),
                        row.getLong(5),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8)))
                .list();
    }

    /** Of the last event, whether it is still there or not. */
    ChainHead head(Transaction tx, String organizationId) {
        return tx.select(
                        ChainHead.class,
                        "SELECT ordinal, hash FROM event_chain WHERE organization_id = ?",
                        organizationId)
                .findOne()
                .orElse(new ChainHead(0, ""));
    }

    Optional<EventCheckpoint> checkpoint(Transaction tx, String organizationId) {
        return checkpoints
                .select(tx, "WHERE organization_id = ?", organizationId)
                .findOne();
    }

    void setCheckpoint(Transaction tx, EventCheckpoint checkpoint) {
        tx.execute("DELETE FROM event_checkpoint WHERE organization_id = ?", checkpoint.organizationId());
        checkpoints.insert(tx, checkpoint);
    }

    /** The oldest of the log, up to a moment, in their order and without one that is younger between them. */
    List<EventRow> oldest(Transaction tx, String organizationId, Instant until, int limit) {
        List<EventRow> found = after(tx, organizationId, 0, limit);
        int count = 0;
        while (count < found.size() && found.get(count).occurredAt() < until.toEpochMilli()) {
            count++;
        }
        return found.subList(0, count);
    }

    void removeUpTo(Transaction tx, String organizationId, long ordinal) {
        tx.execute("DELETE FROM event WHERE organization_id = ? AND ordinal <= ?", organizationId, ordinal);
    }

    List<String> organizations(Transaction tx) {
        return tx.select(String.class, "SELECT organization_id FROM event_chain")
                .list();
    }

    /** Newest first. */
    List<EventRow> list(Transaction tx, String organizationId, EventFilter filter, long beforeOrdinal, int limit) {
        StringBuilder sql = new StringBuilder("WHERE organization_id = ? AND ordinal < ?");
        List<Object> arguments = new ArrayList<>(List.of(organizationId, beforeOrdinal));
        if (!filter.anyKind()) {
            sql.append(" AND (").append(kinds(filter.kinds(), arguments)).append(')');
        }
        if (filter.subjectId() != null) {
            sql.append(" AND subject_id = ?");
            arguments.add(filter.subjectId());
        }
        if (filter.actorId() != null) {
            String id = Json.write(filter.actorId()).replaceAll("[!%_]", "!$0");
            sql.append(" AND (actor LIKE ? ESCAPE '!' OR actor LIKE ? ESCAPE '!')");
            arguments.add("%\"memberId\":" + id + "%");
            arguments.add("%\"keyId\":" + id + "%");
        }
        if (filter.from() != null) {
            sql.append(" AND occurred_at >= ?");
            arguments.add(filter.from());
        }
        if (filter.to() != null) {
            sql.append(" AND occurred_at < ?");
            arguments.add(filter.to());
        }
        arguments.add(limit);
        return select(tx, sql.append(" ORDER BY ordinal DESC LIMIT ?").toString(), arguments.toArray())
                .list();
    }

    private static String kinds(List<String> kinds, List<Object> arguments) {
        List<String> terms = new ArrayList<>();
        for (String kind : kinds) {
            boolean group = kind.endsWith("*");
            // An underscore would stand for any character.
            arguments.add(group ? kind.substring(0, kind.length() - 1).replace("_", "!_") + "%" : kind);
            terms.add(group ? "kind LIKE ? ESCAPE '!'" : "kind = ?");
        }
        return String.join(" OR ", terms);
    }

    void insertIntent(Transaction tx, IntentRow row) {
        intents.insert(tx, row);
    }

    void deleteIntent(Transaction tx, String id) {
        intents.delete(tx, id);
    }

    List<IntentRow> intentsOf(Transaction tx, String homeId) {
        return intents.select(tx, "WHERE home_id = ? ORDER BY id", homeId).list();
    }
}
