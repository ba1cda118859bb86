package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that nothing stays running for ever, that a clock that was set back does not silence a schedule, and that old
 * runs are forgotten. Thread-safe, but for {@link #settleOthers}.
 */
final class RunCare {

    /** How many runs of a schedule are kept at most, and for how long. */
    static final int MOST_RUNS = 1000;

    static final Duration LONGEST = Duration.ofDays(90);

    private static final int CHUNK = 500;
    private static final String LOST =
            "The console that ran it stopped or lost the state; how far the command came is not known.";
    private static final String STRAY =
            "The console lost the state when it began; whether the command ran is not known.";

    private final SchedulesConfig config;
    private final StateStore store;
    private final JobService jobs;
    private final Clock clock;
    private final JdbcScheduleStore schedules;
    private final JdbcRunStore runs;
    private final ConsoleWatch watch;

    RunCare(SchedulesConfig config, JdbcScheduleStore schedules, JdbcRunStore runs) {
        this.config = config;
        this.store = config.store();
        this.jobs = config.jobs();
        this.clock = config.clock();
        this.schedules = schedules;
        this.runs = runs;
        this.watch = new ConsoleWatch(config.pace().looksUntilLost());
    }

    /** Ends what this console left when it last ended. Called before anything starts. */
    void settleOwn() {
        store.change(tx -> new JdbcDueStore().release(tx, config.homeId()));
        for (ScheduleRun each : store.read(tx -> runs.activeOf(tx, config.homeId()))) {
            if (each.status() == RunStatus.RUNNING) {
                fail(each, "The console stopped while it ran; how far the command came is not known.");
            } else {
                store.change(tx -> settleWaiting(tx, each));
            }
        }
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

    /** Fails what runs on consoles that gave no sign of life for too long; called once a heartbeat. */
    void settleOthers() {
        Map<String, Long> signs = store.read(tx -> runs.signsOfLife(tx, config.homeId()));
        for (String dead : watch.check(signs)) {
            for (ScheduleRun each : store.read(tx -> runs.runningOn(tx, dead))) {
                fail(each, LOST, tx -> isStill(tx, dead, signs.get(dead)));
            }
        }
    }

    /** Whether a console has given no sign since; it may be back. */
    private boolean isStill(Transaction tx, String console, @Nullable Long sign) {
        return Objects.equals(runs.signsOfLife(tx, config.homeId()).get(console), sign);
    }

    /**
     * Fails what is said to run on this console and does not, because the state was lost in the moment it was claimed.
     *
     * @param isHere whether a run, by its id, is known here
     * @return the ids of all that was said to run here
     */
    Set<String> settleStrays(Predicate<String> isHere) {
        List<ScheduleRun> told = store.read(tx -> runs.runningOn(tx, config.homeId()));
        List<ScheduleRun> strays =
                told.stream().filter(each -> !isHere.test(each.id())).toList();
        strays.forEach(each -> fail(each, STRAY));
        return told.stream().map(ScheduleRun::id).collect(Collectors.toSet());
    }

    /** Fails a run; one that ended since it was looked at is left as it is. */
    private void fail(ScheduleRun run, String error) {
        fail(run, error, _ -> true);
    }

    /**
     * In a transaction of its own, and the job before the run, as where a job ends: two that lock the same rows in different
     * orders would wait for each other.
     */
    private void fail(ScheduleRun run, String error, Predicate<Transaction> stillRight) {
        store.change(tx -> {
            if (stillRight.test(tx)) {
                fail(tx, run, error);
            }
        });
    }

    private void fail(Transaction tx, ScheduleRun run, String error) {
        Instant now = clock.instant();
        if (run.jobId() != null) {
            jobs.settle(tx, run.jobId(), error);
        }
        if (!runs.end(tx, run.id(), RunStatus.RUNNING, RunStatus.FAILED, error, now)) {
            return;
        }
        String name = schedules
                .find(tx, run.organizationId(), run.scheduleId())
                .map(Schedule::name)
                .orElse(run.scheduleId());
        config.events()
                .appendOfConsole(
                        tx, run.organizationId(), run.failed(error, now).event(name));
    }

    void renewLease() {
        store.changeUnsynced(tx -> runs.renewLease(tx, config.homeId(), clock.instant()));
    }

    /** Why runs of this console shall stop, as far as other consoles know. */
    Map<String, String> stopRequests() {
        return store.read(tx -> runs.stopRequests(tx, config.homeId()));
    }

    /**
     * Goes back to the present where due times were handled that are still to come, because the clock had been wrong.
     * Those that had their run do not get another: each due time has one row.
     */
    void returnToPresent(DueTimer timer) {
        Instant now = clock.instant();
        for (Schedule each : store.read(tx -> schedules.aheadOf(tx, now))) {
            String onlyHome = onlyHome(each);
            store.change(tx -> {
                schedules.setHandled(tx, each.id(), now);
                runs.deleteMissedAfter(tx, each.id(), now);
                timer.set(each.id(), onlyHome, each.dueTimes().nextAfter(now));
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
        Instant oldest = clock.instant().minus(LONGEST);
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
