package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Deliveries in the state store. */
final class JdbcDeliveryStore extends Table<Delivery> {

    JdbcDeliveryStore() {
        super(
                "delivery",
                Columns.of(Delivery.class)
                        .fixed(
                                "id",
                                "organization_id",
                                "target_id",
                                "event_id",
                                "type",
                                "body",
                                "topic",
                                "first_ordinal",
                                "ordinal",
                                "events",
                                "subjects",
                                "created_at"));
    }

    /** Adds those after their first attempt, and keeps what became of others; one that was removed meanwhile stays so. */
    void put(Transaction tx, List<Delivery> all) {
        Map<Boolean, List<Delivery>> byNew = all.stream()
                .collect(Collectors.partitioningBy(each -> each.attempts().size() == 1));
        insertAll(tx, byNew.getOrDefault(true, List.of()), "ON CONFLICT (id) DO NOTHING");
        byNew.getOrDefault(false, List.of()).forEach(each -> update(tx, each, "WHERE id = ?", each.id()));
    }

    /** Newest first, one more than the page may hold. */
    List<Delivery> list(Transaction tx, String targetId, Set<DeliveryStatus> statuses, PageRequest page) {
        List<Object> arguments = new ArrayList<>(List.of(targetId, page.beforeId()));
        arguments.addAll(statuses);
        arguments.add(page.limit() + 1);
        return select(
                        tx,
                        "WHERE target_id = ? AND id < ?" + among(statuses) + " ORDER BY id DESC LIMIT ?",
                        arguments.toArray())
                .list();
    }

    private static String among(Collection<?> statuses) {
        return statuses.isEmpty()
                ? ""
                : " AND status IN (" + String.join(", ", Collections.nCopies(statuses.size(), "?")) + ")";
    }

    /** The newest of each target of an organization that has any. */
    List<Delivery> newest(Transaction tx, String organizationId) {
        return select(
                        tx,
                        "WHERE id IN (SELECT (SELECT max(id) FROM delivery WHERE target_id = target.id)"
                                + " FROM delivery_target AS target WHERE target.organization_id = ?)",
                        organizationId)
                .list();
    }

    /** Those that tell, or told, of an event; digests that may. Newest first. */
    List<Delivery> of(Transaction tx, String organizationId, Event event, @Nullable String topic) {
        return select(
                        tx,
                        "WHERE organization_id = ? AND (event_id = ? OR (first_ordinal <= ? AND ordinal >= ?"
                                + " AND events > 1 AND (topic IS NULL OR topic = ?))) ORDER BY id DESC",
                        organizationId,
                        event.id(),
                        event.ordinal(),
                        event.ordinal(),
                        topic == null ? "" : topic)
                .list();
    }

    /** What should have been tried again before a moment, but for digests; the oldest first. */
    List<Delivery> overdue(Transaction tx, String targetId, Instant before, int limit) {
        return pending(tx, targetId, "due_at < ? AND topic IS NOT NULL ORDER BY due_at, id", before, limit);
    }

    /** What waits for a retry of a topic, the oldest first. */
    List<Delivery> waiting(Transaction tx, String targetId, String topic, int limit) {
        return pending(tx, targetId, "topic = ? ORDER BY id", topic, limit);
    }

    /** The deliveries to retry now, the oldest due time first. */
    List<Delivery> due(Transaction tx, String targetId, Instant now, int limit) {
        return pending(tx, targetId, "due_at <= ? ORDER BY due_at, id", now, limit);
    }

    private List<Delivery> pending(Transaction tx, String targetId, String which, Object argument, int limit) {
        return select(
                        tx,
                        "WHERE target_id = ? AND status = 'pending' AND " + which + " LIMIT ?",
                        targetId,
                        argument,
                        limit)
                .list();
    }

    /** The targets that have something due. */
    Set<String> targetsDue(Transaction tx, Instant now) {
        return tx
                .select(
                        String.class,
                        "SELECT DISTINCT target_id FROM delivery WHERE status = 'pending' AND due_at <= ?",
                        now)
                .stream()
                .collect(Collectors.toSet());
    }

    /** How many are pending, of each target of an organization that has any. */
    Map<String, Integer> pending(Transaction tx, String organizationId) {
        return tx.handle()
                .select(
                        "SELECT target_id, count(*) AS pending FROM delivery"
                                + " WHERE organization_id = ? AND status = 'pending' GROUP BY target_id",
                        organizationId)
                .collectRows(Collectors.toMap(
                        row -> row.getColumn("target_id", String.class),
                        row -> row.getColumn("pending", Integer.class)));
    }

    /** Moves all due times of a target with a clock that was moved. */
    void shift(Transaction tx, String targetId, Duration by) {
        tx.execute(
                "UPDATE delivery SET due_at = due_at + ?, planned_at = planned_at + ?"
                        + " WHERE target_id = ? AND status = 'pending'",
                by.toMillis(),
                by.toMillis(),
                targetId);
    }

    /** Spreads what was due before a moment, and what was decided at one that has not come yet, from now on. */
    void spreadOverdue(Transaction tx, String targetId, Instant overdue, Instant now) {
        List<String> ids = tx.select(
                        String.class,
                        "SELECT id FROM delivery WHERE target_id = ? AND status = 'pending'"
                                + " AND (due_at < ? OR planned_at > ?) ORDER BY due_at, id",
                        targetId,
                        overdue,
                        now)
                .list();
        for (int i = 0; i < ids.size(); i++) {
            setDue(tx, ids.get(i), now, now.plus(RetryPlan.spread(i, ids.size())));
        }
    }

    /** Ends one that waits, as it is. */
    void fail(Transaction tx, Delivery ended) {
        update(tx, ended, "WHERE status = 'pending' AND id = ?", ended.id());
    }

    private static void setDue(Transaction tx, String id, Instant now, Instant due) {
        tx.execute("UPDATE delivery SET planned_at = ?, due_at = ? WHERE id = ?", now, due, id);
    }

    /** Ends what is pending as failed. */
    void failPending(Transaction tx, String targetId, Instant now) {
        tx.execute(
                "UPDATE delivery SET status = 'failed', planned_at = NULL, due_at = NULL, finished_at = ?"
                        + " WHERE target_id = ? AND status = 'pending'",
                now,
                targetId);
    }

    /**
     * Lets ended deliveries, and one that waits, be tried again now.
     *
     * @param since of the first attempt; null for one delivery
     * @param id of that one; null for all since
     */
    int redeliver(
            Transaction tx,
            String targetId,
            Set<DeliveryStatus> statuses,
            @Nullable Instant since,
            @Nullable String id,
            Instant now) {
        List<@Nullable Object> arguments = new ArrayList<>(List.of(now, now, targetId));
        arguments.addAll(statuses);
        arguments.add(since == null ? id : since);
        return tx.execute(
                "UPDATE delivery SET status = 'pending', failures = 0, planned_at = ?, due_at = ?, finished_at = NULL"
                        + " WHERE target_id = ?" + among(statuses)
                        + (since == null ? " AND id = ?" : " AND created_at >= ?"),
                arguments.toArray());
    }

    /** @return how many there were, at most {@code limit} */
    int removeEnded(Transaction tx, String organizationId, Instant before, int limit) {
        return tx.execute(
                "DELETE FROM delivery WHERE id IN (SELECT id FROM delivery"
                        + " WHERE organization_id = ? AND finished_at < ? ORDER BY finished_at LIMIT ?)",
                organizationId,
                before,
                limit);
    }
}
