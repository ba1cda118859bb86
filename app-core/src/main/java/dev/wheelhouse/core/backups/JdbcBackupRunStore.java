package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs of backups in the state store. */
final class JdbcBackupRunStore extends Table<BackupRun> {

    JdbcBackupRunStore() {
        super("backup_run", Columns.of(BackupRun.class).named("trigger", "trigger_kind"));
    }

    /** Adds a run that waits; false when one waits already. */
    boolean enqueue(Transaction tx, BackupRun run) {
        return insert(tx, run, "ON CONFLICT DO NOTHING");
    }

    /** Those of a configuration that are not over. */
    List<BackupRun> active(Transaction tx, String configId) {
        return select(tx, "WHERE config_id = ? AND status IN ('queued', 'running') ORDER BY id", configId)
                .list();
    }

    /** @param start null for what needs no WAL */
    boolean claim(Transaction tx, String id, String jobId, @Nullable WalStart start, Instant at) {
        return tx.execute(
                        "UPDATE backup_run SET status = 'running', job_id = ?, started_at = ?, start_timeline = ?,"
                                + " start_position = ? WHERE id = ? AND status = 'queued'",
                        jobId,
                        at,
                        start == null ? null : start.timeline(),
                        start == null ? null : start.position().toString(),
                        id)
                == 1;
    }

    /** Ends a run that has that status; false when it has another. */
    boolean end(
            Transaction tx,
            String id,
            RunStatus from,
            RunStatus to,
            @Nullable Long sizeBytes,
            @Nullable String error,
            Instant at) {
        return tx.execute(
                        "UPDATE backup_run SET status = ?, size_bytes = ?, error = ?, finished_at = ?"
                                + " WHERE id = ? AND status = ?",
                        to,
                        sizeBytes,
                        error,
                        at,
                        id,
                        from)
                == 1;
    }

    Optional<BackupRun> findOf(Transaction tx, String configId, String id) {
        return select(tx, "WHERE config_id = ? AND id = ?", configId, id).findOne();
    }

    List<BackupRun> listOf(Transaction tx, String configId, PageRequest page) {
        return select(
                        tx,
                        "WHERE config_id = ? AND NOT removing AND id < ? ORDER BY id DESC LIMIT ?",
                        configId,
                        page.beforeId(),
                        page.limit() + 1)
                .list();
    }

    Optional<BackupRun> newest(Transaction tx, String configId) {
        return select(tx, "WHERE config_id = ? AND NOT removing ORDER BY id DESC LIMIT 1", configId)
                .findOne();
    }

    /** The newest of each of an organization's configurations. */
    List<BackupRun> newestOfEach(Transaction tx, String organizationId) {
        return select(
                        tx,
                        "WHERE id IN (SELECT max(id) FROM backup_run WHERE organization_id = ? AND NOT removing"
                                + " GROUP BY config_id)",
                        organizationId)
                .list();
    }

    List<BackupRun> all(Transaction tx, String configId, RunStatus status) {
        return select(tx, "WHERE config_id = ? AND status = ? ORDER BY id", configId, status)
                .list();
    }

    boolean setKeep(Transaction tx, String id, boolean keep) {
        return tx.execute("UPDATE backup_run SET keep = ? WHERE id = ? AND NOT removing", keep, id) == 1;
    }

    /** Notes that a base is not in the destination any more; false when that is noted already. */
    boolean setLost(Transaction tx, String id, String why) {
        return tx.execute(
                        "UPDATE backup_run SET verification = ?, error = ? WHERE id = ? AND status = 'succeeded'"
                                + " AND verification <> ? AND NOT removing",
                        Verification.FAILED,
                        why,
                        id,
                        Verification.FAILED)
                == 1;
    }

    /** Notes that a base was seen whole; false when it is gone. */
    boolean setPassed(Transaction tx, String id) {
        return tx.execute(
                        "UPDATE backup_run SET verification = ?, error = NULL WHERE id = ? AND status = 'succeeded'"
                                + " AND NOT removing",
                        Verification.PASSED,
                        id)
                == 1;
    }

    /** Those whose base goes. */
    List<BackupRun> removing(Transaction tx, String configId) {
        return select(tx, "WHERE config_id = ? AND removing", configId).list();
    }

    void setRemoving(Transaction tx, String id) {
        tx.execute("UPDATE backup_run SET removing = ? WHERE id = ?", true, id);
    }

    /** The jobs of a configuration's runs. */
    List<String> jobIds(Transaction tx, String configId) {
        return tx.select(
                        String.class,
                        "SELECT job_id FROM backup_run WHERE config_id = ? AND job_id IS NOT NULL",
                        configId)
                .list();
    }

    /** Runs that came to nothing beyond the newest. */
    List<BackupRun> fruitlessBeyond(Transaction tx, String configId, int newest) {
        return select(
                        tx,
                        "WHERE config_id = ? AND status IN ('failed', 'cancelled') AND NOT removing"
                                + " ORDER BY id DESC LIMIT 1000 OFFSET ?",
                        configId,
                        newest)
                .list();
    }
}
