package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Deployments in the state store. */
final class JdbcDeploymentStore extends Table<Deployment> {

    JdbcDeploymentStore() {
        super("deployment", Columns.of(Deployment.class).named("trigger", "trigger_kind"));
    }

    Optional<Deployment> find(Transaction tx, String id) {
        return select(tx, "WHERE id = ?", id).findOne();
    }

    List<Deployment> listOf(Transaction tx, String appId, PageRequest page) {
        return select(
                        tx,
                        "WHERE app_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
                        appId,
                        page.beforeId(),
                        page.limit() + 1)
                .list();
    }

    /** The oldest that waits of each server of which none is under way, that a console may do; oldest first. */
    List<Deployment> startable(Transaction tx, String homeId, int most) {
        return select(tx, """
                    d WHERE status = 'queued' AND (only_home IS NULL OR only_home = ?)
                    AND NOT EXISTS (SELECT 1 FROM deployment o
                        WHERE o.server_id = d.server_id AND (o.status = 'running' OR o.unfinished))
                    AND NOT EXISTS (SELECT 1 FROM deployment q
                        WHERE q.server_id = d.server_id AND q.status = 'queued' AND q.id < d.id)
                    ORDER BY id LIMIT ?\
                    """, homeId, most).list();
    }

    /** Those whose console died, or whose server went away, and of which something is left to tidy up, that a console may. */
    List<Deployment> unfinished(Transaction tx, String homeId) {
        return select(tx, "WHERE unfinished AND (only_home IS NULL OR only_home = ?) ORDER BY id", homeId)
                .list();
    }

    boolean claim(Transaction tx, String id, String homeId, String jobId, Instant at) {
        return tx.execute(
                        "UPDATE deployment SET status = 'running', home_id = ?, job_id = ?, started_at = ?"
                                + " WHERE id = ? AND status = 'queued'",
                        homeId,
                        jobId,
                        at,
                        id)
                == 1;
    }

    void setCommit(
            Transaction tx, String id, @Nullable String commitId, @Nullable String subject, @Nullable String author) {
        tx.execute(
                "UPDATE deployment SET commit_id = ?, subject = ?, author = ? WHERE id = ?",
                commitId,
                subject,
                author,
                id);
    }

    /** Notes that the switch begins; false when somebody took the deployment for dead. */
    boolean setSwitched(Transaction tx, String id, String homeId, @Nullable String replaced) {
        return tx.execute(
                        "UPDATE deployment SET switched = TRUE, released = TRUE, replaced = ?"
                                + " WHERE id = ? AND status = 'running' AND home_id = ?",
                        replaced,
                        id,
                        homeId)
                == 1;
    }

    /** Ends one that waits or is under way; false when it has ended. */
    boolean end(Transaction tx, Deployment ended, DeploymentStatus from) {
        return tx.execute(
                        "UPDATE deployment SET status = ?, released = ?, restored = ?, unfinished = ?, gap_millis = ?,"
                                + " error = ?, log_bytes = ?, finished_at = ? WHERE id = ? AND status = ?",
                        ended.status(),
                        ended.released(),
                        ended.restored(),
                        ended.unfinished(),
                        ended.gapMillis(),
                        ended.error(),
                        ended.logBytes(),
                        ended.finishedAt(),
                        ended.id(),
                        from)
                == 1;
    }

    void setTidied(Transaction tx, String id, @Nullable Boolean restored, boolean released, String error) {
        tx.execute(
                "UPDATE deployment SET unfinished = FALSE, restored = ?, released = ?, error = ? WHERE id = ?",
                restored,
                released,
                error,
                id);
    }

    /** The newest that succeeded; what serves, as far as the console knows. */
    Optional<Deployment> newestSucceeded(Transaction tx, String appId) {
        return select(tx, "WHERE app_id = ? AND status = 'succeeded' ORDER BY id DESC LIMIT 1", appId)
                .findOne();
    }

    /** Those of an app whose release lies on the server, newest first. */
    List<Deployment> released(Transaction tx, String appId) {
        return select(tx, "WHERE app_id = ? AND released ORDER BY id DESC", appId)
                .list();
    }

    void setRemoved(Transaction tx, Collection<String> ids) {
        ids.forEach(each -> tx.execute("UPDATE deployment SET released = FALSE WHERE id = ?", each));
    }

    /** Those of an app that wait, oldest first. */
    List<Deployment> waiting(Transaction tx, String appId) {
        return select(tx, "WHERE app_id = ? AND status = 'queued' ORDER BY id", appId)
                .list();
    }

    boolean isUnderWay(Transaction tx, String appId) {
        return tx.select(
                                Integer.class,
                                "SELECT count(*) FROM deployment WHERE app_id = ? AND (status = 'running' OR unfinished)",
                                appId)
                        .one()
                > 0;
    }

    Optional<Deployment> runningAs(Transaction tx, String jobId) {
        return select(tx, "WHERE status = 'running' AND job_id = ?", jobId).findOne();
    }
}
