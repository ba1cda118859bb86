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
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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
                                "created_at",
                                "starter",
                                "left_process_id"));
    }

    /** Writes a job's state; false when it has ended before, or is forgotten. */
    boolean update(Transaction tx, Job job) {
        return update(tx, job, "WHERE id = ? AND " + UNFINISHED, job.id());
    }

    /** Fails a job of whichever home, with what it left running; false when it has ended. */
    boolean abandon(Transaction tx, String id, String error, Instant at) {
        return tx.execute(
                        "UPDATE job SET status = 'failed', finished_at = ?, left_process_id = process_id, error = ?"
                                + " || CASE WHEN process_id IS NULL THEN '' ELSE"
                                + " ' Its command may still run, pid ' || process_id || '.' END"
                                + " WHERE id = ? AND " + UNFINISHED,
                        at,
                        error,
                        id)
                == 1;
    }

    List<Job> unfinishedOf(Transaction tx, String homeId) {
        return select(tx, "WHERE home_id = ? AND " + UNFINISHED, homeId).list();
    }

    List<String> unfinished(Transaction tx, List<String> kinds, String subjectId) {
        return select(tx, "WHERE subject_id = ? AND " + UNFINISHED, subjectId).stream()
                .filter(each -> kinds.contains(each.kind()))
                .map(Job::id)
                .toList();
    }

    List<String> homesAtWork(Transaction tx) {
        return tx.select(String.class, "SELECT DISTINCT home_id FROM job WHERE " + UNFINISHED)
                .list();
    }

    /** Asks whichever console works on it to stop it. */
    void requestStop(Transaction tx, String id, String reason) {
        tx.execute("UPDATE job SET stop_reason = ? WHERE id = ? AND stop_reason IS NULL AND " + UNFINISHED, reason, id);
    }

    /** Why jobs of a console shall stop, by the job's id. */
    Map<String, String> stopRequests(Transaction tx, String homeId) {
        return tx.handle()
                .select(
                        "SELECT id, stop_reason FROM job WHERE home_id = ? AND stop_reason IS NOT NULL AND "
                                + UNFINISHED,
                        homeId)
                .collectRows(Collectors.toMap(
                        row -> row.getColumn("id", String.class), row -> row.getColumn("stop_reason", String.class)));
    }

    void setCommand(Transaction tx, String id, String serverId, ProcessMark process) {
        tx.execute(
                "UPDATE job SET server_id = ?, process_id = ?, process_mark = ? WHERE id = ? AND " + UNFINISHED,
                serverId,
                process.pid(),
                process.mark(),
                id);
    }

    /** A command that a dead console left on a server. */
    record LeftBehind(String id, String organizationId, String serverId, long processId, String processMark) {

        ProcessMark process() {
            return new ProcessMark(processId, processMark);
        }
    }

    List<LeftBehind> leftBehind(Transaction tx) {
        return leftBehindWhere(tx, "left_process_id IS NOT NULL");
    }

    Optional<LeftBehind> leftBehind(Transaction tx, String id) {
        return leftBehindWhere(tx, "left_process_id IS NOT NULL AND id = ?", id).stream()
                .findFirst();
    }

    private static List<LeftBehind> leftBehindWhere(Transaction tx, String condition, Object... arguments) {
        return tx.select(
                        LeftBehind.class,
                        "SELECT id, organization_id, server_id, process_id, process_mark FROM job WHERE " + condition,
                        arguments)
                .list();
    }

    void leaveCommand(Transaction tx, String id) {
        tx.execute("UPDATE job SET left_process_id = process_id WHERE id = ?", id);
    }

    void forgetLeftCommand(Transaction tx, String id) {
        tx.execute("UPDATE job SET left_process_id = NULL WHERE id = ?", id);
    }

    void delete(Transaction tx, Collection<String> ids) {
        tx.delete("job", ids);
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
