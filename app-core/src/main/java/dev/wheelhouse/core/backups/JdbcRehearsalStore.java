package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;

/** Rehearsals in the state store. */
final class JdbcRehearsalStore extends Table<Rehearsal> {

    JdbcRehearsalStore() {
        super(
                "backup_rehearsal",
                Columns.of(Rehearsal.class)
                        .named("trigger", "trigger_kind")
                        .named("tables", "table_count")
                        .named("rows", "row_count"));
    }

    /** Nothing happens when it has ended, or its configuration is gone. */
    void update(Transaction tx, Rehearsal rehearsal) {
        update(tx, rehearsal, "WHERE id = ? AND status = 'running'", rehearsal.id());
    }

    Optional<Rehearsal> findByJob(Transaction tx, String jobId) {
        return select(tx, "WHERE job_id = ? AND status = 'running'", jobId).findOne();
    }

    List<Rehearsal> listOf(Transaction tx, String configId, PageRequest page) {
        return select(
                        tx,
                        "WHERE config_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
                        configId,
                        page.beforeId(),
                        page.limit() + 1)
                .list();
    }

    /** The newest of each of an organization's configurations that is over and was not cancelled. */
    List<Rehearsal> newestOfEach(Transaction tx, String organizationId) {
        return select(
                        tx,
                        "WHERE id IN (SELECT max(id) FROM backup_rehearsal WHERE organization_id = ?"
                                + " AND status IN ('succeeded', 'failed') GROUP BY config_id)",
                        organizationId)
                .list();
    }

    /** The newest that is over and was not cancelled. */
    Optional<Rehearsal> newest(Transaction tx, String configId) {
        return select(
                        tx,
                        "WHERE config_id = ? AND status IN ('succeeded', 'failed') ORDER BY id DESC LIMIT 1",
                        configId)
                .findOne();
    }

    /** Forgets all but the newest of a configuration. */
    void keepNewest(Transaction tx, String configId, int count) {
        tx.execute(
                "DELETE FROM backup_rehearsal WHERE config_id = ? AND id NOT IN"
                        + " (SELECT id FROM backup_rehearsal WHERE config_id = ? ORDER BY id DESC LIMIT ?)",
                configId,
                configId,
                count);
    }
}
