package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Update;

/** Jobs in the state store. */
final class JdbcJobStore {

    private static final String COLUMNS = "id, organization_id, kind, subject_id, scope, cancel_scope, status,"
            + " progress_done, progress_total, message, error, result, created_at, started_at, finished_at";

    void insert(Transaction tx, Job job, String homeId) {
        Update insert = tx.handle()
                .createUpdate("INSERT INTO job (" + COLUMNS + ", home_id) VALUES (:id, :organization, :kind, :subject,"
                        + " :scope, :cancelScope, :status, :done, :total, :message,"
                        + " :error, :result, :created, :started, :finished, :home)");
        bindState(insert, JobRow.from(job))
                .bind("organization", job.organizationId())
                .bind("kind", job.kind())
                .bind("subject", job.subjectId())
                .bind("scope", job.scope().wireName())
                .bind("cancelScope", job.cancelScope().wireName())
                .bind("created", job.createdAt().toEpochMilli())
                .bind("home", homeId)
                .execute();
    }

    /** Keeps how a job stands; false when it has ended before, or is forgotten. */
    boolean update(Transaction tx, Job job) {
        Update update = tx.handle().createUpdate("""
            UPDATE job SET status = :status, progress_done = :done, progress_total = :total,
            message = :message, error = :error, result = :result, started_at = :started, finished_at = :finished
            WHERE id = :id AND status IN ('queued', 'running')\
            """);
        return bindState(update, JobRow.from(job)).execute() == 1;
    }

    /** Which job, and what changes while it runs. */
    private static Update bindState(Update update, JobRow row) {
        return update.bind("id", row.id())
                .bind("status", row.status())
                .bind("done", row.progressDone())
                .bind("total", row.progressTotal())
                .bind("message", row.message())
                .bind("error", row.error())
                .bind("result", row.result())
                .bind("started", row.startedAt())
                .bind("finished", row.finishedAt());
    }

    void failUnfinished(Transaction tx, String homeId, String error, long at) {
        tx.handle()
                .createUpdate("""
                    UPDATE job SET status = 'failed', error = :error, finished_at = :at
                    WHERE home_id = :home AND status IN ('queued', 'running')\
                    """)
                .bind("error", error)
                .bind("at", at)
                .bind("home", homeId)
                .execute();
    }

    /** Fails a job of whichever home that has not ended. */
    void failUnfinishedJob(Transaction tx, String id, String error, long at) {
        tx.handle()
                .createUpdate("""
                    UPDATE job SET status = 'failed', error = :error, finished_at = :at
                    WHERE id = :id AND status IN ('queued', 'running')\
                    """)
                .bind("error", error)
                .bind("at", at)
                .bind("id", id)
                .execute();
    }

    void delete(Transaction tx, Collection<String> ids) {
        tx.handle()
                .createUpdate("DELETE FROM job WHERE id IN (<ids>)")
                .bindList("ids", List.copyOf(ids))
                .execute();
    }

    /** Jobs of every organization that ended before a moment. */
    List<String> endedBefore(Transaction tx, long moment, int most) {
        return tx.handle()
                .createQuery("SELECT id FROM job WHERE status NOT IN ('queued', 'running') AND finished_at < :moment"
                        + " ORDER BY id LIMIT :most")
                .bind("moment", moment)
                .bind("most", most)
                .mapTo(String.class)
                .list();
    }

    Optional<Job> find(Transaction tx, String organizationId, String id) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS + " FROM job WHERE organization_id = :organization AND id = :id")
                .bind("organization", organizationId)
                .bind("id", id)
                .map(ConstructorMapper.of(JobRow.class))
                .findOne()
                .map(JobRow::toJob);
    }

    List<Job> list(Transaction tx, String organizationId, Collection<Scope> scopes, PageRequest page) {
        return tx
                .handle()
                .createQuery("SELECT " + COLUMNS + " FROM job WHERE organization_id = :organization"
                        + " AND scope IN (<scopes>) AND id < :before ORDER BY id DESC LIMIT :limit")
                .bindList("scopes", scopes.stream().map(Scope::wireName).toList())
                .bind("organization", organizationId)
                .bind("before", page.beforeId())
                .bind("limit", page.limit() + 1)
                .map(ConstructorMapper.of(JobRow.class))
                .list()
                .stream()
                .map(JobRow::toJob)
                .toList();
    }
}
