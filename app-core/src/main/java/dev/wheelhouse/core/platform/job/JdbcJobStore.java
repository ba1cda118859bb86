package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Jobs in the state store. */
final class JdbcJobStore {

    private static final String COLUMNS = "id, organization_id, kind, subject_id, scope, status, progress_done,"
            + " progress_total, message, error, created_at, started_at, finished_at";

    void insert(Transaction tx, Job job, String homeId) {
        tx.handle()
                .createUpdate("INSERT INTO job (" + COLUMNS + ", home_id) VALUES (:id, :organizationId, :kind,"
                        + " :subjectId, :scope, :status, :progressDone, :progressTotal, :message, :error, :createdAt,"
                        + " :startedAt, :finishedAt, :homeId)")
                .bindMethods(JobRow.from(job))
                .bind("homeId", homeId)
                .execute();
    }

    void update(Transaction tx, Job job) {
        tx.handle().createUpdate("""
                        UPDATE job SET status = :status, progress_done = :progressDone, progress_total = :progressTotal,
                        message = :message, error = :error, started_at = :startedAt, finished_at = :finishedAt
                        WHERE id = :id""").bindMethods(JobRow.from(job)).execute();
    }

    void failUnfinished(Transaction tx, String homeId, String error, long at) {
        tx.handle()
                .createUpdate("""
                        UPDATE job SET status = 'failed', error = :error, finished_at = :at
                        WHERE home_id = :home AND status IN ('queued', 'running')""")
                .bind("error", error)
                .bind("at", at)
                .bind("home", homeId)
                .execute();
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
