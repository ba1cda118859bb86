package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Runs of schedules in the state store. */
final class JdbcRunStore {

    private static final String COLUMNS = "id, organization_id, schedule_id, status, trigger_kind, due_at, only_home,"
            + " home_id, job_id, exit_code, output_tail, error, created_at, started_at, finished_at";

    /** Adds a run; false when that due time has one already. */
    boolean insert(Transaction tx, ScheduleRun run) {
        return tx.handle()
                        .createUpdate(
                                "INSERT INTO schedule_run (" + COLUMNS + ") VALUES (:id, :organization, :schedule,"
                                        + " :status, :trigger, :due, :onlyHome, :home,"
                                        + " :job, :exitCode, :tail, :error, :created,"
                                        + " :started, :finished) ON CONFLICT"
                                        + " (schedule_id, due_at) DO NOTHING")
                        .bind("id", run.id())
                        .bind("organization", run.organizationId())
                        .bind("schedule", run.scheduleId())
                        .bind("status", run.status().wireName())
                        .bind("trigger", run.trigger().wireName())
                        .bind("due", millis(run.dueAt()))
                        .bind("onlyHome", run.onlyHome())
                        .bind("home", run.homeId())
                        .bind("job", run.jobId())
                        .bind("exitCode", run.exitCode())
                        .bind("tail", run.outputTail())
                        .bind("error", run.error())
                        .bind("created", run.createdAt().toEpochMilli())
                        .bind("started", millis(run.startedAt()))
                        .bind("finished", millis(run.finishedAt()))
                        .execute()
                == 1;
    }

    /** The oldest waiting run of each schedule of which none runs, that a console may run; oldest first. */
    List<ScheduleRun> startable(Transaction tx, String homeId, int most) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS + """
                     FROM schedule_run r WHERE status = 'queued' AND (only_home IS NULL OR only_home = :home)
                    AND NOT EXISTS (SELECT 1 FROM schedule_run o
                        WHERE o.schedule_id = r.schedule_id AND o.status = 'running')
                    AND NOT EXISTS (SELECT 1 FROM schedule_run q
                        WHERE q.schedule_id = r.schedule_id AND q.status = 'queued' AND q.id < r.id)
                    ORDER BY id LIMIT :most\
                    """)
                .bind("home", homeId)
                .bind("most", most)
                .map((row, _) -> read(row))
                .list();
    }

    boolean claim(Transaction tx, String id, String homeId, String jobId, Instant at) {
        return tx.handle()
                        .createUpdate("UPDATE schedule_run SET status = 'running', home_id = :home, job_id = :job,"
                                + " started_at = :at WHERE id = :id AND status = 'queued'"
                                + " AND (only_home IS NULL OR only_home = :home)")
                        .bind("home", homeId)
                        .bind("job", jobId)
                        .bind("at", at.toEpochMilli())
                        .bind("id", id)
                        .execute()
                == 1;
    }

    /** Ends a run that a console runs; false when it does no longer, because somebody took it for dead. */
    boolean finish(Transaction tx, ScheduleRun run) {
        return tx.handle()
                        .createUpdate("UPDATE schedule_run SET status = :status, exit_code = :exitCode,"
                                + " output_tail = :tail, error = :error, finished_at = :finished"
                                + " WHERE id = :id AND status = 'running' AND home_id = :home")
                        .bind("status", run.status().wireName())
                        .bind("exitCode", run.exitCode())
                        .bind("tail", run.outputTail())
                        .bind("error", run.error())
                        .bind("finished", millis(run.finishedAt()))
                        .bind("id", run.id())
                        .bind("home", run.homeId())
                        .execute()
                == 1;
    }

    /** Ends what has not begun or whose console died; false when it has ended. */
    boolean end(Transaction tx, String id, RunStatus from, RunStatus status, String error, Instant at) {
        return tx.handle()
                        .createUpdate("UPDATE schedule_run SET status = :status, error = :error, finished_at = :at"
                                + " WHERE id = :id AND status = :from")
                        .bind("status", status.wireName())
                        .bind("error", error)
                        .bind("at", at.toEpochMilli())
                        .bind("id", id)
                        .bind("from", from.wireName())
                        .execute()
                == 1;
    }

    /** Those of a schedule that are not over, oldest first. */
    List<ScheduleRun> active(Transaction tx, String scheduleId) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS + " FROM schedule_run WHERE schedule_id = :schedule"
                        + " AND status = 'queued' UNION ALL SELECT " + COLUMNS + " FROM schedule_run"
                        + " WHERE schedule_id = :schedule AND status = 'running' ORDER BY id")
                .bind("schedule", scheduleId)
                .map((row, _) -> read(row))
                .list();
    }

    /** Has what waits of a schedule run where the schedule is from now on. */
    void moveWaiting(Transaction tx, String scheduleId, @Nullable String onlyHome) {
        tx.handle()
                .createUpdate("UPDATE schedule_run SET only_home = :onlyHome"
                        + " WHERE schedule_id = :schedule AND status = 'queued'")
                .bind("onlyHome", onlyHome)
                .bind("schedule", scheduleId)
                .execute();
    }

    /** Those that run on a console, that wait for it alone, or that it made for any and still wait. */
    List<ScheduleRun> activeOf(Transaction tx, String homeId) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS + " FROM schedule_run WHERE status = 'queued'"
                        + " AND (only_home = :home OR (only_home IS NULL AND home_id = :home))"
                        + " UNION ALL SELECT " + COLUMNS + " FROM schedule_run"
                        + " WHERE home_id = :home AND status = 'running' ORDER BY id")
                .bind("home", homeId)
                .map((row, _) -> read(row))
                .list();
    }

    /** The signs of life of the other consoles that run something, by their id. */
    Map<String, Long> signsOfLife(Transaction tx, String homeId) {
        return tx.handle()
                .createQuery("""
                    SELECT DISTINCT r.home_id, COALESCE(l.seen_at, 0) AS seen FROM schedule_run r
                    LEFT JOIN console_lease l ON l.home_id = r.home_id
                    WHERE r.status = 'running' AND r.home_id <> :home\
                    """)
                .bind("home", homeId)
                .reduceRows(new HashMap<String, Long>(), (found, row) -> {
                    found.put(row.getColumn("home_id", String.class), row.getColumn("seen", Long.class));
                    return found;
                });
    }

    /** Those that run on a console. */
    List<ScheduleRun> runningOn(Transaction tx, String homeId) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS + " FROM schedule_run WHERE status = 'running' AND home_id = :home")
                .bind("home", homeId)
                .map((row, _) -> read(row))
                .list();
    }

    void renewLease(Transaction tx, String homeId, Instant at) {
        tx.handle()
                .createUpdate("INSERT INTO console_lease (home_id, seen_at) VALUES (:home, :at)"
                        + " ON CONFLICT (home_id) DO UPDATE SET seen_at = :at")
                .bind("home", homeId)
                .bind("at", at.toEpochMilli())
                .execute();
    }

    /** Asks whichever console runs it to stop it. */
    void requestStop(Transaction tx, String id, String reason) {
        tx.handle()
                .createUpdate("UPDATE schedule_run SET stop_reason = :reason"
                        + " WHERE id = :id AND status = 'running' AND stop_reason IS NULL")
                .bind("reason", reason)
                .bind("id", id)
                .execute();
    }

    /** Why runs of a console shall stop, by the run's id. */
    Map<String, String> stopRequests(Transaction tx, String homeId) {
        return tx.handle()
                .createQuery("SELECT id, stop_reason FROM schedule_run"
                        + " WHERE status = 'running' AND home_id = :home AND stop_reason IS NOT NULL")
                .bind("home", homeId)
                .reduceRows(new HashMap<String, String>(), (found, row) -> {
                    found.put(row.getColumn("id", String.class), row.getColumn("stop_reason", String.class));
                    return found;
                });
    }

    Optional<ScheduleRun> find(Transaction tx, String scheduleId, String id) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS + " FROM schedule_run WHERE schedule_id = :schedule AND id = :id")
                .bind("schedule", scheduleId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    List<ScheduleRun> list(Transaction tx, String scheduleId, PageRequest page) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS + " FROM schedule_run WHERE schedule_id = :schedule AND id < :before"
                        + " ORDER BY id DESC LIMIT :limit")
                .bind("schedule", scheduleId)
                .bind("before", page.beforeId())
                .bind("limit", page.limit() + 1)
                .map((row, _) -> read(row))
                .list();
    }

    /** A schedule's newest run, without its output. */
    Optional<ScheduleRun> newest(Transaction tx, String scheduleId) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS.replace("output_tail", "NULL AS output_tail")
                        + " FROM schedule_run WHERE schedule_id = :schedule ORDER BY id DESC LIMIT 1")
                .bind("schedule", scheduleId)
                .map((row, _) -> read(row))
                .findOne();
    }

    /** The newest run of each of an organization's schedules, without its output. */
    List<ScheduleRun> newestOfEach(Transaction tx, String organizationId) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS.replace("output_tail", "NULL AS output_tail")
                        + " FROM schedule_run WHERE id IN"
                        + " (SELECT (SELECT max(r.id) FROM schedule_run r WHERE r.schedule_id = s.id)"
                        + " FROM schedule s WHERE s.organization_id = :organization)")
                .bind("organization", organizationId)
                .map((row, _) -> read(row))
                .list();
    }

    /** The newest runs of each of an organization's schedules, newest first, without their output. */
    List<ScheduleRun> newestOfEach(Transaction tx, String organizationId, int most) {
        return tx.handle()
                .createQuery("SELECT " + COLUMNS.replace("output_tail", "NULL AS output_tail") + """
                     FROM schedule_run WHERE id IN
                    (SELECT r.id FROM schedule s JOIN schedule_run r ON r.schedule_id = s.id
                        WHERE s.organization_id = :organization AND r.id >= COALESCE(
                            (SELECT x.id FROM schedule_run x WHERE x.schedule_id = s.id
                                ORDER BY x.id DESC LIMIT 1 OFFSET :skip), ''))
                    ORDER BY id DESC\
                    """)
                .bind("organization", organizationId)
                .bind("skip", most - 1)
                .map((row, _) -> read(row))
                .list();
    }

    /** Takes away rows that say that what is still to come was missed: the clock had been wrong. */
    void deleteMissedAfter(Transaction tx, String scheduleId, Instant moment) {
        tx.handle()
                .createUpdate("DELETE FROM schedule_run WHERE schedule_id = :schedule AND status = 'missed'"
                        + " AND due_at > :moment")
                .bind("schedule", scheduleId)
                .bind("moment", moment.toEpochMilli())
                .execute();
    }

    List<String> schedulesWithMoreThan(Transaction tx, int runs) {
        return tx.handle()
                .createQuery("SELECT schedule_id FROM schedule_run GROUP BY schedule_id HAVING count(*) > :runs")
                .bind("runs", runs)
                .mapTo(String.class)
                .list();
    }

    /** A run that may be forgotten, with the job that it was. */
    record Old(String id, @Nullable String jobId) {}

    List<Old> beyond(Transaction tx, String scheduleId, int newest) {
        return old(tx.handle()
                .createQuery("SELECT id, job_id FROM schedule_run WHERE schedule_id = :schedule"
                        + " AND status NOT IN ('queued', 'running') AND id <="
                        + " (SELECT id FROM schedule_run WHERE schedule_id = :schedule ORDER BY id DESC LIMIT 1"
                        + " OFFSET :newest)")
                .bind("schedule", scheduleId)
                .bind("newest", newest));
    }

    List<Old> olderThan(Transaction tx, Instant moment) {
        return old(tx.handle()
                .createQuery("SELECT id, job_id FROM schedule_run WHERE created_at < :moment"
                        + " AND status NOT IN ('queued', 'running')")
                .bind("moment", moment.toEpochMilli()));
    }

    List<Old> allOf(Transaction tx, String scheduleId) {
        return old(tx.handle()
                .createQuery("SELECT id, job_id FROM schedule_run WHERE schedule_id = :schedule")
                .bind("schedule", scheduleId));
    }

    private static List<Old> old(Query query) {
        return query.map((row, _) -> new Old(row.getString("id"), row.getString("job_id")))
                .list();
    }

    void delete(Transaction tx, List<String> ids) {
        tx.handle()
                .createUpdate("DELETE FROM schedule_run WHERE id IN (<ids>)")
                .bindList("ids", ids)
                .execute();
    }

    private static ScheduleRun read(ResultSet row) throws SQLException {
        int exitCode = row.getInt("exit_code");
        boolean ended = !row.wasNull();
        return new ScheduleRun(
                row.getString("id"),
                row.getString("organization_id"),
                row.getString("schedule_id"),
                RunStatus.of(row.getString("status")),
                RunTrigger.of(row.getString("trigger_kind")),
                instant(row, "due_at"),
                row.getString("only_home"),
                row.getString("home_id"),
                row.getString("job_id"),
                ended ? exitCode : null,
                row.getString("output_tail"),
                row.getString("error"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                instant(row, "started_at"),
                instant(row, "finished_at"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(millis);
    }

    private static @Nullable Long millis(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }
}
