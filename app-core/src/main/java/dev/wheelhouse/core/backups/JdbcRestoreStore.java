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
                        "SELECT DISTINCT run_id FROM backup_restore WHERE config_id = ?"
                                + " AND NOT abandoned AND connection_id IS NULL",
                        configId)
                .list());
    }

    void setConnection(Transaction tx, String id, String connectionId) {
        tx.execute("UPDATE backup_restore SET connection_id = ? WHERE id = ?", connectionId, id);
    }

    /** Has what a connection leads to removed. */
    boolean abandonOpened(Transaction tx, String connectionId) {
        return tx.execute("UPDATE backup_restore SET abandoned = ? WHERE connection_id = ?", true, connectionId) > 0;
    }

    /** The connections that lead to restored clusters. */
    Set<String> connectionIds(Transaction tx) {
        return Set.copyOf(
                tx.select(String.class, "SELECT connection_id FROM backup_restore WHERE connection_id IS NOT NULL")
                        .list());
    }

    /** What a console has opened. */
    List<Restore> openedOf(Transaction tx, String homeId) {
        return select(tx, "WHERE connection_id IS NOT NULL AND NOT abandoned AND home_id = ? ORDER BY id", homeId)
                .list();
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
