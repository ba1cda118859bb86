package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lets runs in: what becomes of a due time or a wish while a run before it is not over. Thread-safe. */
final class RunAdmission {

    /** How many runs of one schedule may wait. */
    static final int MOST_WAITING = 100;

    private final String homeId;
    private final JobService jobs;
    private final JdbcRunStore runs;
    private final IdGenerator ids;
    private final Clock clock;

    RunAdmission(SchedulesConfig config, JdbcRunStore runs) {
        this.homeId = config.homeId();
        this.jobs = config.jobs();
        this.runs = runs;
        this.ids = config.ids();
        this.clock = config.clock();
    }

    /**
     * Adds the run.
     *
     * @param dueAt null when none asks for it
     * @param onlyHome the one console that may run it; null for any
     * @return empty when that due time has its row already
     */
    Optional<ScheduleRun> admit(
            Transaction tx, Schedule schedule, RunTrigger trigger, @Nullable Instant dueAt, @Nullable String onlyHome) {
        List<ScheduleRun> active = runs.active(tx, schedule.id());
        String refusal = refusal(schedule.overlap(), active);
        ScheduleRun run = refusal == null
                ? made(schedule, RunStatus.QUEUED, trigger, dueAt, onlyHome, null)
                : made(schedule, RunStatus.SKIPPED, trigger, dueAt, onlyHome, refusal);
        if (!runs.insertUnlessDue(tx, run)) {
            return Optional.empty();
        }
        if (schedule.overlap() == Overlap.KILL_PREVIOUS) {
            stop(tx, active);
        }
        return Optional.of(run);
    }

    /** Adds a row for due times that nobody was there for. */
    void addMissed(Transaction tx, Schedule schedule, Instant dueAt, String error) {
        runs.insertUnlessDue(tx, made(schedule, RunStatus.MISSED, RunTrigger.SCHEDULE, dueAt, null, error));
    }

    /**
     * Adds a failed row for a due time whose schedule may not run.
     *
     * @return empty when that due time has its row already
     */
    Optional<ScheduleRun> addRefused(Transaction tx, Schedule schedule, Instant dueAt, String error) {
        ScheduleRun run = made(schedule, RunStatus.FAILED, RunTrigger.SCHEDULE, dueAt, null, error);
        return runs.insertUnlessDue(tx, run) ? Optional.of(run) : Optional.empty();
    }

    private ScheduleRun made(
            Schedule schedule,
            RunStatus status,
            RunTrigger trigger,
            @Nullable Instant dueAt,
            @Nullable String onlyHome,
            @Nullable String error) {
        Instant now = clock.instant();
        return new ScheduleRun(
                ids.next("run"),
                schedule.organizationId(),
                schedule.id(),
                status,
                trigger,
                dueAt,
                onlyHome,
                homeId,
                null,
                null,
                null,
                error,
                now,
                null,
                status.isFinal() ? now : null,
                null);
    }

    private static @Nullable String refusal(Overlap overlap, List<ScheduleRun> active) {
        if (active.isEmpty()) {
            return null;
        }
        return switch (overlap) {
            case SKIP ->
                "The run of " + active.getFirst().begin() + " was not over"
                        + (active.getFirst().status() == RunStatus.QUEUED ? "; it had not begun." : ".");
            case QUEUE ->
                active.size() > MOST_WAITING
                        ? MOST_WAITING + " runs wait already. Run it less often, or choose another overlap policy."
                        : null;
            case KILL_PREVIOUS -> null;
        };
    }

    private void stop(Transaction tx, List<ScheduleRun> active) {
        String reason = "Stopped because the next run was due.";
        for (ScheduleRun each : active) {
            if (!runs.end(tx, each.id(), RunStatus.QUEUED, RunStatus.CANCELLED, reason, clock.instant())
                    && each.jobId() != null) {
                jobs.stop(tx, each.jobId(), reason);
            }
        }
    }
}
