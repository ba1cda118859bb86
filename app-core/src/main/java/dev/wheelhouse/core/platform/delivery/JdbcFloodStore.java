package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What targets were told and are to be told of what repeats, in the state store. */
final class JdbcFloodStore extends Table<FloodEntry> {

    JdbcFloodStore() {
        super("delivery_flood", Columns.of(FloodEntry.class));
    }

    List<FloodEntry> of(Transaction tx, String targetId) {
        return select(tx, "WHERE target_id = ? ORDER BY topic, subject_id", targetId)
                .list();
    }

    void put(Transaction tx, String targetId, Map<FloodEntry.Key, Optional<FloodEntry>> changes) {
        changes.keySet()
                .forEach(each -> tx.execute(
                        "DELETE FROM delivery_flood WHERE target_id = ? AND topic = ? AND subject_id = ?",
                        targetId,
                        each.topic(),
                        each.subjectId()));
        insertAll(tx, changes.values().stream().flatMap(Optional::stream).toList());
    }

    void deleteAll(Transaction tx, String targetId) {
        tx.execute("DELETE FROM delivery_flood WHERE target_id = ?", targetId);
    }
}
