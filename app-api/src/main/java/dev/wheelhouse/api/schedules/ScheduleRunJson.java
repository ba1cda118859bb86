package dev.wheelhouse.api.schedules;

import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.RunTrigger;
import dev.wheelhouse.core.schedules.ScheduleRun;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A run on the wire. */
record ScheduleRunJson(
        String id,
        RunStatus status,
        RunTrigger trigger,
        @Nullable Instant dueAt,
        @Nullable Instant queuedAt,
        Instant startedAt,
        @Nullable Integer exitCode,
        @Nullable String outputTail,
        @Nullable String error,
        @Nullable String jobId,
        @Nullable Instant finishedAt,
        @Nullable Long leftProcessId) {

    static ScheduleRunJson from(ScheduleRun run) {
        return new ScheduleRunJson(
                run.id(),
                run.status(),
                run.trigger(),
                run.dueAt(),
                run.queuedAt(),
                run.begin(),
                run.exitCode(),
                run.outputTail(),
                run.error(),
                run.jobId(),
                run.finishedAt(),
                run.leftProcessId());
    }
}
