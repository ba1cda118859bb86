package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs of schedules in the state store. */
final class JdbcRunStore extends Table<ScheduleRun> {

    private static final Columns<ScheduleRun> COLUMNS =
            Columns.of(ScheduleRun.class).named("trigger", "trigger_kind");
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

    boolean claim(Transaction tx, String id, String homeId, String jobId, Instant at) {
        return tx.execute(
                        "UPDATE schedule_run SET status = 'running', home_id = ?, job_id = ?, started_at = ?"
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

    /** Those that run on a console, that wait for it alone, or that it made for any and still wait. */
    List<ScheduleRun> activeOf(Transaction tx, String homeId) {
        return select(
                        tx,
                        "WHERE status = 'queued' AND (only_home = ? OR (only_home IS NULL AND home_id = ?)) UNION ALL "
                                + select() + "WHERE home_id = ? AND status = 'running' ORDER BY id",
                        homeId,
                        homeId,
                        homeId)
                .list();
    }

    /** The signs of life of the other consoles that run something, by their id. */
    Map<String, Long> signsOfLife(Transaction tx, String homeId) {
        return tx.handle()
                .select("""
                    SELECT DISTINCT r.home_id, COALESCE(l.seen_at, 0) AS seen FROM schedule_run r
                    LEFT JOIN console_lease l ON l.home_id = r.home_id
                    WHERE r.status = 'running' AND r.home_id <> ?\
                    """, homeId)
                .collectRows(Collectors.toMap(
                        row -> row.getColumn("home_id", String.class), row -> row.getColumn("seen", Long.class)));
    }

    /** Those that run on a console. */
    List<ScheduleRun> runningOn(Transaction tx, String homeId) {
        return select(tx, "WHERE status = 'running' AND home_id = ?", homeId).list();
    }

    void renewLease(Transaction tx, String homeId, Instant at) {
        tx.execute(
                "INSERT INTO console_lease (home_id, seen_at) VALUES (?, ?)"
                        + " ON CONFLICT (home_id) DO UPDATE SET seen_at = excluded.seen_at",
                homeId,
                at);
    }

    /** Asks whichever console runs it to stop it. */
    void requestStop(Transaction tx, String id, String reason) {
        tx.execute(
                "UPDATE schedule_run SET stop_reason = ?"
                        + " WHERE id = ? AND status = 'running' AND stop_reason IS NULL",
                reason,
                id);
    }

    /** Why runs of a console shall stop, by the run's id. */
    Map<String, String> stopRequests(Transaction tx, String homeId) {
        return tx.handle()
                .select(
                        "SELECT id, stop_reason FROM schedule_run"
                                + " WHERE status = 'running' AND home_id = ? AND stop_reason IS NOT NULL",
                        homeId)
                .collectRows(Collectors.toMap(
                        row -> row.getColumn("id", String.class), row -> row.getColumn("stop_reason", String.class)));
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
        tx.handle()
                .createUpdate("DELETE FROM schedule_run WHERE id IN (<ids>)")
                .bindList("ids", ids)
                .execute();
    }
}
