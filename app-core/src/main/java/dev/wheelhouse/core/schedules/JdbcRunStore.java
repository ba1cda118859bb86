package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs of schedules in the state store. */
final class JdbcRunStore extends Table<ScheduleRun> {

    private static final Columns<ScheduleRun> COLUMNS = Columns.of(ScheduleRun.class)
            .named("trigger", "trigger_kind")
            .computed("left_process_id", "(SELECT j.left_process_id FROM job j WHERE j.id = job_id)");
    private final Table<ScheduleRun> withoutOutput =
            new Table<>("schedule_run", COLUMNS.reading("output_tail", "NULL"));

    JdbcRunStore() {
        super("schedule_run", COLUMNS);
    }

    /** Adds a run; false when that due time has one already. */
    boolean insertUnlessDue(Transaction tx, ScheduleRun run) {
        return insert(tx, run, "ON CONFLICT (schedule_id, due_at) DO NOTHING");
    }

    /** The oldest waiting run of each schedule of which none runs, that a console may run; oldest first. */
    List<ScheduleRun> startable(Transaction tx, String homeId, int most) {
        return select(tx, """
                    r WHERE status = 'queued' AND (only_home IS NULL OR only_home = ?)
                    AND NOT EXISTS (SELECT 1 FROM schedule_run o
                        WHERE o.schedule_id = r.schedule_id AND o.status = 'running')
                    AND NOT EXISTS (SELECT 1 FROM schedule_run q
                        WHERE q.schedule_id = r.schedule_id AND q.status = 'queued' AND q.id < r.id)
                    ORDER BY id LIMIT ?\
                    """, homeId, most).list();
    }

    /** Says why a run still waits. */
    void setWaitingFor(Transaction tx, ScheduleRun waiting, String reason) {
        if (!reason.equals(waiting.error())) {
            tx.execute("UPDATE schedule_run SET error = ? WHERE id = ? AND status = 'queued'", reason, waiting.id());
        }
    }

    boolean claim(Transaction tx, String id, String homeId, String jobId, Instant at) {
        return tx.execute(
                        "UPDATE schedule_run SET status = 'running', home_id = ?, job_id = ?, started_at = ?, error = NULL"
                                + " WHERE id = ? AND status = 'queued'"
                                + " AND (only_home IS NULL OR only_home = ?)",
                        homeId,
                        jobId,
                        at,
                        id,
                        homeId)
                == 1;
    }

    /** Ends a run that a console runs; false when it does no longer, because somebody took it for dead. */
    boolean finish(Transaction tx, ScheduleRun run) {
        return tx.execute(
                        "UPDATE schedule_run SET status = ?, exit_code = ?, output_tail = ?, error = ?,"
                                + " finished_at = ? WHERE id = ? AND status = 'running' AND home_id = ?",
                        run.status(),
                        run.exitCode(),
                        run.outputTail(),
                        run.error(),
                        run.finishedAt(),
                        run.id(),
                        run.homeId())
                == 1;
    }

    /** Ends what has not begun or whose console died; false when it has ended. */
    boolean end(Transaction tx, String id, RunStatus from, RunStatus status, String error, Instant at) {
        return tx.execute(
                        "UPDATE schedule_run SET status = ?, error = ?, finished_at = ?"
                                + " WHERE id = ? AND status = ?",
                        status,
                        error,
                        at,
                        id,
                        from)
                == 1;
    }

    /** Those of a schedule that are not over, oldest first. */
    List<ScheduleRun> active(Transaction tx, String scheduleId) {
        return select(
                        tx,
                        "WHERE schedule_id = ? AND status = 'queued' UNION ALL " + select()
                                + "WHERE schedule_id = ? AND status = 'running' ORDER BY id",
                        scheduleId,
                        scheduleId)
                .list();
    }

    /** Has what waits of a schedule run where the schedule is from now on. */
    void moveWaiting(Transaction tx, String scheduleId, @Nullable String onlyHome) {
        tx.execute(
                "UPDATE schedule_run SET only_home = ? WHERE schedule_id = ? AND status = 'queued'",
                onlyHome,
                scheduleId);
    }

    /** Those that wait for a console alone, or that it made for any and still wait. */
    List<ScheduleRun> waitingFor(Transaction tx, String homeId) {
        return select(
                        tx,
                        "WHERE status = 'queued' AND (only_home = ? OR (only_home IS NULL AND home_id = ?)) ORDER BY id",
                        homeId,
                        homeId)
                .list();
    }

    /** The run of a schedule that a job is, while it runs. */
    Optional<ScheduleRun> runningAs(Transaction tx, String scheduleId, String jobId) {
        return select(tx, "WHERE schedule_id = ? AND status = 'running' AND job_id = ?", scheduleId, jobId)
                .findOne();
    }

    Optional<ScheduleRun> findOf(Transaction tx, String scheduleId, String id) {
        return select(tx, "WHERE schedule_id = ? AND id = ?", scheduleId, id).findOne();
    }

    List<ScheduleRun> listOf(Transaction tx, String scheduleId, PageRequest page) {
        return select(
                        tx,
                        "WHERE schedule_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
                        scheduleId,
                        page.beforeId(),
                        page.limit() + 1)
                .list();
    }

    /** A schedule's newest run, without its output. */
    Optional<ScheduleRun> newest(Transaction tx, String scheduleId) {
        return withoutOutput
                .select(tx, "WHERE schedule_id = ? ORDER BY id DESC LIMIT 1", scheduleId)
                .findOne();
    }

    /** The newest run of each of an organization's schedules, without its output. */
    List<ScheduleRun> newestOfEach(Transaction tx, String organizationId) {
        return withoutOutput
                .select(
                        tx,
                        "WHERE id IN (SELECT (SELECT max(r.id) FROM schedule_run r WHERE r.schedule_id = s.id)"
                                + " FROM schedule s WHERE s.organization_id = ?)",
                        organizationId)
                .list();
    }

    /** The newest runs of each of an organization's schedules, newest first, without their output. */
    List<ScheduleRun> newestOfEach(Transaction tx, String organizationId, int most) {
        return withoutOutput.select(tx, """
                    WHERE id IN
                    (SELECT r.id FROM schedule s JOIN schedule_run r ON r.schedule_id = s.id
                        WHERE s.organization_id = ? AND r.id >= COALESCE(
                            (SELECT x.id FROM schedule_run x WHERE x.schedule_id = s.id
                                ORDER BY x.id DESC LIMIT 1 OFFSET ?), ''))
                    ORDER BY id DESC\
                    """, organizationId, most - 1).list();
    }

    /** Takes away rows that say that what is still to come was missed: the clock had been wrong. */
    void deleteMissedAfter(Transaction tx, String scheduleId, Instant moment) {
        tx.execute(
                "DELETE FROM schedule_run WHERE schedule_id = ? AND status = 'missed' AND due_at > ?",
                scheduleId,
                moment);
    }

    List<String> schedulesWithMoreThan(Transaction tx, int runs) {
        return tx.select(
                        String.class,
                        "SELECT schedule_id FROM schedule_run GROUP BY schedule_id HAVING count(*) > ?",
                        runs)
                .list();
    }

    /** A run that may be forgotten, with the job that it was. */
    record Old(String id, @Nullable String jobId) {}

    List<Old> beyond(Transaction tx, String scheduleId, int newest) {
        return old(
                tx,
                "schedule_id = ? AND status NOT IN ('queued', 'running') AND id <="
                        + " (SELECT id FROM schedule_run WHERE schedule_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
                scheduleId,
                scheduleId,
                newest);
    }

    List<Old> olderThan(Transaction tx, Instant moment) {
        return old(tx, "created_at < ? AND status NOT IN ('queued', 'running')", moment);
    }

    List<Old> allOf(Transaction tx, String scheduleId) {
        return old(tx, "schedule_id = ?", scheduleId);
    }

    private static List<Old> old(Transaction tx, String condition, Object... arguments) {
        return tx.select(Old.class, "SELECT id, job_id FROM schedule_run WHERE " + condition, arguments)
                .list();
    }

    void delete(Transaction tx, List<String> ids) {
        tx.delete("schedule_run", ids);
    }
}
