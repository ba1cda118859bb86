package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.store.StateStore;

/** Where the feature keeps its rows. */
record BackupStores(
        JdbcBackupConfigStore configs,
        JdbcBackupProgressStore progress,
        JdbcBackupRunStore runs,
        JdbcGapStore gaps,
        JdbcLeftoverStore leftovers,
        JdbcRestoreStore restores,
        JdbcRehearsalStore rehearsals) {

    static BackupStores of(StateStore store) {
        return new BackupStores(
                new JdbcBackupConfigStore(store.isShared()),
                new JdbcBackupProgressStore(),
                new JdbcBackupRunStore(),
                new JdbcGapStore(),
                new JdbcLeftoverStore(),
                new JdbcRestoreStore(),
                new JdbcRehearsalStore());
    }
}
