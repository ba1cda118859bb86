package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** How far targets are, in the state store. */
final class JdbcTargetStore extends Table<DeliveryTarget> {

    JdbcTargetStore() {
        super("delivery_target", Columns.of(DeliveryTarget.class));
    }

    Optional<DeliveryTarget> find(Transaction tx, String id) {
        return select(tx, "WHERE id = ?", id).findOne();
    }

    /** Puts a target behind an ordinal, without what it was before. */
    void begin(Transaction tx, String organizationId, String id, long ordinal) {
        tx.execute("""
            INSERT INTO delivery_target (id, organization_id, epoch, ordinal, failing_millis, failed_at, failing_told)
            VALUES (?, ?, 1, ?, 0, NULL, FALSE)
            ON CONFLICT (id) DO UPDATE SET epoch = delivery_target.epoch + 1, ordinal = excluded.ordinal,
                failing_millis = 0, failed_at = NULL, failing_told = FALSE\
            """, id, organizationId, ordinal);
    }

    void end(Transaction tx, String id) {
        tx.execute("UPDATE delivery_target SET epoch = epoch + 1 WHERE id = ?", id);
    }

    /** False when the target has begun anew or is gone; what is noted of it then counts no longer. */
    boolean advance(Transaction tx, String id, long epoch, long ordinal, FailureStreak streak) {
        return tx.execute(
                        "UPDATE delivery_target SET ordinal = ?, failing_millis = ?, failed_at = ?, failing_told = ?"
                                + " WHERE id = ? AND epoch = ?",
                        ordinal,
                        streak.counted().toMillis(),
                        streak.lastFailure(),
                        streak.told(),
                        id,
                        epoch)
                == 1;
    }

    Set<String> failing(Transaction tx, String organizationId) {
        return tx
                .select(
                        String.class,
                        "SELECT id FROM delivery_target WHERE organization_id = ? AND failed_at IS NOT NULL",
                        organizationId)
                .stream()
                .collect(Collectors.toSet());
    }

    List<String> organizations(Transaction tx) {
        return tx.select(String.class, "SELECT DISTINCT organization_id FROM delivery_target")
                .list();
    }
}
