package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What deleted configurations left, in the state store. */
final class JdbcLeftoverStore extends Table<Leftover> {

    JdbcLeftoverStore() {
        super("backup_leftover", Columns.of(Leftover.class));
    }

    Optional<Leftover> find(Transaction tx, String id) {
        return select(tx, "WHERE id = ?", id).findOne();
    }

    /** Those that a console may remove. */
    List<Leftover> of(Transaction tx, String homeId) {
        return select(tx, "WHERE only_home IS NULL OR only_home = ? ORDER BY since", homeId)
                .list();
    }

    /** Those that are reached over a connection and were left since a time. */
    List<Leftover> ofConnection(Transaction tx, String databaseId, Instant since) {
        return select(tx, "WHERE database_id = ? AND since > ?", databaseId, since)
                .list();
    }
}
