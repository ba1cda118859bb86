package dev.wheelhouse.core.platform.idempotency;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.Optional;

/** The keys of calls. */
final class JdbcIdempotencyStore extends Table<IdempotencyRow> {

    JdbcIdempotencyStore() {
        super(
                "idempotency_key",
                Columns.of(IdempotencyRow.class)
                        .fixed("id", "organization_id", "home_id", "console_run", "created_at"));
    }

    Optional<IdempotencyRow> find(Transaction tx, String id) {
        return select(tx, "WHERE id = ?", id).findOne();
    }

    /** @return false when another console was faster; on PostgreSQL after its transaction has ended */
    boolean add(Transaction tx, IdempotencyRow row) {
        return insert(tx, row, "ON CONFLICT (id) DO NOTHING");
    }

    boolean answer(Transaction tx, IdempotencyRow row) {
        return update(tx, row, "WHERE id = ? AND console_run = ?", row.id(), row.consoleRun());
    }

    void remove(Transaction tx, IdempotencyRow row) {
        tx.handle().execute("DELETE FROM idempotency_key WHERE id = ? AND console_run = ?", row.id(), row.consoleRun());
    }

    int removeOlder(Transaction tx, Instant than) {
        return tx.handle().execute("DELETE FROM idempotency_key WHERE created_at <= ?", than);
    }
}
