package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;

/** How far WAL is, in the state store. */
final class JdbcBackupProgressStore extends Table<BackupProgress> {

    JdbcBackupProgressStore() {
        super("backup_progress", Columns.of(BackupProgress.class));
    }

    void put(Transaction tx, BackupProgress progress) {
        if (!update(tx, progress, "WHERE config_id = ?", progress.configId())) {
            insert(tx, progress);
        }
    }

    Optional<BackupProgress> find(Transaction tx, String configId) {
        return select(tx, "WHERE config_id = ?", configId).findOne();
    }

    List<BackupProgress> allOf(Transaction tx, String organizationId) {
        return select(tx, "WHERE config_id IN (SELECT id FROM backup_config WHERE organization_id = ?)", organizationId)
                .list();
    }
}
