package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Restores in the state store. */
final class JdbcRestoreStore extends Table<Restore> {

    JdbcRestoreStore() {
        super("backup_restore", Columns.of(Restore.class));
    }

    /** The runs of a configuration that are being read. */
    Set<String> reading(Transaction tx, String configId) {
        return Set.copyOf(tx.select(
                        String.class,
                        "SELECT DISTINCT run_id FROM backup_restore WHERE config_id = ? AND NOT abandoned",
                        configId)
                .list());
    }

    void abandon(Transaction tx, String id) {
        tx.execute("UPDATE backup_restore SET abandoned = ? WHERE id = ?", true, id);
    }

    Optional<Restore> findByJob(Transaction tx, String jobId) {
        return select(tx, "WHERE job_id = ?", jobId).findOne();
    }

    List<Restore> on(Transaction tx, String serverId) {
        return select(tx, "WHERE server_id = ? ORDER BY id", serverId).list();
    }

    /** What a console has to remove. */
    List<Restore> abandonedOf(Transaction tx, String homeId) {
        return select(tx, "WHERE abandoned AND home_id = ? ORDER BY id", homeId).list();
    }
}
