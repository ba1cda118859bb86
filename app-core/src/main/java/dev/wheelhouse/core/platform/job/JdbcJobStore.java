package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Jobs in the state store. */
final class JdbcJobStore extends Table<Job> {

    private static final String UNFINISHED = "status IN ('queued', 'running')";

    /** @param homeId of the console that begins jobs */
    JdbcJobStore(String homeId) {
        super(
                "job",
                Columns.of(Job.class)
                        .column("home_id", _ -> homeId)
                        .reading("cancel_scope", "COALESCE(cancel_scope, scope)")
                        .reading("result", "COALESCE(result, '{}')")
                        .fixed(
                                "id",
                                "organization_id",
                                "home_id",
                                "kind",
                                "subject_id",
                                "scope",
                                "cancel_scope",
                                "created_at"));
    }

    /** Writes a job's state; false when it has ended before, or is forgotten. */
    boolean update(Transaction tx, Job job) {
        return update(tx, job, "WHERE id = ? AND " + UNFINISHED, job.id());
    }

    void failUnfinished(Transaction tx, String homeId, String error, Instant at) {
        tx.execute(
                "UPDATE job SET status = 'failed', error = ?, finished_at = ? WHERE home_id = ? AND " + UNFINISHED,
                error,
                at,
                homeId);
    }

    /** Fails a job of whichever home that has not ended. */
    void failUnfinishedJob(Transaction tx, String id, String error, Instant at) {
        tx.execute(
                "UPDATE job SET status = 'failed', error = ?, finished_at = ? WHERE id = ? AND " + UNFINISHED,
                error,
                at,
                id);
    }

    void delete(Transaction tx, Collection<String> ids) {
        tx.handle()
                .createUpdate("DELETE FROM job WHERE id IN (<ids>)")
                .bindList("ids", List.copyOf(ids))
                .execute();
    }

    /** Jobs of every organization that ended before a moment. */
    List<String> endedBefore(Transaction tx, Instant moment, int most) {
        return tx.select(
                        String.class,
                        "SELECT id FROM job WHERE status NOT IN ('queued', 'running') AND finished_at < ?"
                                + " ORDER BY id LIMIT ?",
                        moment,
                        most)
                .list();
    }

    List<Job> list(Transaction tx, String organizationId, Collection<Scope> scopes, PageRequest page) {
        String marks = String.join(", ", Collections.nCopies(scopes.size(), "?"));
        List<Object> arguments = new ArrayList<>(List.of(organizationId, page.beforeId()));
        arguments.addAll(scopes);
        arguments.add(page.limit() + 1);
        return select(
                        tx,
                        "WHERE organization_id = ? AND id < ? AND scope IN (" + marks + ") ORDER BY id DESC LIMIT ?",
                        arguments.toArray())
                .list();
    }
}
