package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that a run ends with its job, that a clock that was set back does not silence a schedule, and that old runs are
 * forgotten. Thread-safe.
 */
final class RunCare {

    /** How many runs of a schedule are kept at most. */
    static final int MOST_RUNS = 1000;

    private static final int CHUNK = 500;
    private final SchedulesConfig config;
    private final StateStore store;
    private final JobService jobs;
    private final Clock clock;
    private final JdbcScheduleStore schedules;
    private final JdbcRunStore runs;
    private final ScheduleTimer timer;

    RunCare(SchedulesConfig config, JdbcScheduleStore schedules, JdbcRunStore runs, ScheduleTimer timer) {
        this.config = config;
        this.store = config.store();
        this.jobs = config.jobs();
        this.clock = config.clock();
        this.schedules = schedules;
        this.runs = runs;
        this.timer = timer;
        jobs.whenAbandoned(RunQueue.JOB_KIND, this::fail);
    }

    /** Ends what waited for this console too long while it was away. Called before anything starts. */
    void settleOwn() {
        store.read(tx -> runs.waitingFor(tx, config.homeId()))
                .forEach(each -> store.change(tx -> settleWaiting(tx, each)));
    }

    private void settleWaiting(Transaction tx, ScheduleRun waiting) {
        boolean late = waiting.begin().plus(config.pace().grace()).isBefore(clock.instant());
        Schedule schedule = schedules
                .find(tx, waiting.organizationId(), waiting.scheduleId())
                .orElse(null);
        if (!late || schedule == null || runsLate(schedule)) {
            return;
        }
        boolean ended = runs.end(
                tx,
                waiting.id(),
                RunStatus.QUEUED,
                RunStatus.MISSED,
                waiting.homeId().equals(config.homeId())
                        ? "The console stopped before it began."
                        : "The console whose own machine it is was not there.",
                clock.instant());
        if (!ended) {
            return;
        }
        Map<String, Object> data = Map.of(
                "name", schedule.name(),
                "count", 1,
                "from", waiting.begin().toString(),
                "to", waiting.begin().toString());
        config.events()
                .appendOfConsole(
                        tx, waiting.organizationId(), new NewEvent(EventKind.SCHEDULE_MISSED, schedule.id(), data));
    }

    private static boolean runsLate(Schedule schedule) {
        return schedule.overlap() == Overlap.QUEUE || schedule.missed() == MissedPolicy.RUN_ONCE;
    }

    /** Fails the run that a job was whose console died. */
    void fail(Transaction tx, Job job) {
        ScheduleRun run = runs.runningAs(tx, job.subjectId(), job.id()).orElse(null);
        if (run == null) {
            return;
        }
        Instant now = clock.instant();
        String error = String.valueOf(job.error());
        runs.end(tx, run.id(), RunStatus.RUNNING, RunStatus.FAILED, error, now);
        Schedule schedule =
                schedules.find(tx, run.organizationId(), run.scheduleId()).orElse(null);
        config.events()
                .appendOfConsole(
                        tx,
                        run.organizationId(),
                        schedule == null ? null : run.setUpBy(schedule),
                        run.failed(error, now).event(schedule == null ? run.scheduleId() : schedule.name()));
    }

    /**
     * Goes back to the present where due times were handled that are still to come, because the clock had been wrong.
     * Those that had their run do not get another: each due time has one row.
     */
    void returnToPresent() {
        Instant now = clock.instant();
        for (Schedule each : store.read(tx -> schedules.aheadOf(tx, now))) {
            String onlyHome = onlyHome(each);
            store.change(tx -> {
                schedules.setHandled(tx, each.id(), now);
                runs.deleteMissedAfter(tx, each.id(), now);
                timer.set(tx, each, onlyHome, now);
            });
        }
    }

    private @Nullable String onlyHome(Schedule schedule) {
        return config.servers()
                .find(schedule.organizationId(), schedule.serverId())
                .map(Server::onlyHome)
                .orElse(null);
    }

    /** Forgets runs beyond what is kept, and their jobs and logs; and all other jobs that are as old. */
    void forgetOld() {
        Instant oldest = clock.instant().minus(config.kept().get());
        List<JdbcRunStore.Old> old = store.read(tx -> {
            List<JdbcRunStore.Old> found = new ArrayList<>(runs.olderThan(tx, oldest));
            runs.schedulesWithMoreThan(tx, MOST_RUNS).forEach(each -> found.addAll(runs.beyond(tx, each, MOST_RUNS)));
            return found.stream().distinct().toList();
        });
        forget(old);
        // After the runs, which are older than their jobs: none is left that names one of these.
        jobs.forgetEndedBefore(oldest);
        jobs.trimLogs();
    }

    /** In pieces, so that nobody else waits long. */
    private void forget(List<JdbcRunStore.Old> old) {
        for (int from = 0; from < old.size(); from += CHUNK) {
            List<JdbcRunStore.Old> piece = old.subList(from, Math.min(old.size(), from + CHUNK));
            List<String> jobIds = jobIds(piece);
            store.change(tx -> {
                jobs.delete(tx, jobIds);
                runs.delete(tx, piece.stream().map(JdbcRunStore.Old::id).toList());
            });
            jobs.deleteLogs(jobIds);
        }
    }

    static List<String> jobIds(List<JdbcRunStore.Old> runs) {
        return runs.stream()
                .map(JdbcRunStore.Old::jobId)
                .filter(Objects::nonNull)
                .toList();
    }
}
