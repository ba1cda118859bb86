package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a schedule, or a due time that had none. Immutable.
 *
 * @param id {@code run_…}
 * @param dueAt the due time that it is for; null when none asked for it
 * @param onlyHome the one console that may run it; null for any
 * @param homeId the console that made it, and from its start on the one that runs it
 * @param jobId the job that it is once it runs; null before, and for what never runs
 * @param exitCode 0..255, only if the command ended by itself
 * @param outputTail the last 64 KiB of what it wrote; null before the end
 * @param error why it did not succeed, for people
 * @param leftProcessId the number of the command's process, which may still run although its console died; null when none
 *     does
 */
public record ScheduleRun(
        String id,
        String organizationId,
        String scheduleId,
        RunStatus status,
        RunTrigger trigger,
        @Nullable Instant dueAt,
        @Nullable String onlyHome,
        String homeId,
        @Nullable String jobId,
        @Nullable Integer exitCode,
        @Nullable String outputTail,
        @Nullable String error,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Long leftProcessId) {

    /** When it began; until then when it was queued, and for what never began when it was due. */
    public Instant begin() {
        if (startedAt != null) {
            return startedAt;
        }
        return dueAt == null || status == RunStatus.QUEUED ? createdAt : dueAt;
    }

    /** When it was queued; null for a due time that had no run. */
    public @Nullable Instant queuedAt() {
        return status == RunStatus.MISSED || status == RunStatus.SKIPPED ? null : createdAt;
    }

    /** For whom it ran; null when somebody asked for it, whom an event of its own names. */
    @Nullable
    Actor setUpBy(Schedule schedule) {
        return trigger == RunTrigger.MANUAL ? null : schedule.actor();
    }

    /** The event of one that succeeded, failed or timed out. */
    NewEvent event(String scheduleName) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", scheduleName);
        data.put("runId", id);
        if (dueAt != null) {
            data.put("dueAt", dueAt.toString());
        }
        if (exitCode != null) {
            data.put("exitCode", exitCode);
        }
        if (error != null) {
            data.put("error", error);
        }
        return new NewEvent(
                switch (status) {
                    case SUCCEEDED -> EventKind.SCHEDULE_SUCCEEDED;
                    case FAILED -> EventKind.SCHEDULE_FAILED;
                    case TIMED_OUT -> EventKind.SCHEDULE_TIMED_OUT;
                    case QUEUED, RUNNING, CANCELLED, SKIPPED, MISSED ->
                        throw new IllegalStateException("No event of its own: " + status);
                },
                scheduleId,
                data);
    }

    /** The same with its output so far. */
    ScheduleRun withTail(String tail) {
        return with(status, exitCode, tail, error, finishedAt);
    }

    /** The same, failed while nobody saw what came of it. */
    ScheduleRun failed(String why, Instant at) {
        return with(RunStatus.FAILED, null, null, why, at);
    }

    private ScheduleRun with(
            RunStatus now, @Nullable Integer code, @Nullable String tail, @Nullable String why, @Nullable Instant end) {
        return new ScheduleRun(
                id,
                organizationId,
                scheduleId,
                now,
                trigger,
                dueAt,
                onlyHome,
                homeId,
                jobId,
                code,
                tail,
                why,
                createdAt,
                startedAt,
                end,
                leftProcessId);
    }
}
