package dev.wheelhouse.api.schedules;

import dev.wheelhouse.core.schedules.MissedPolicy;
import dev.wheelhouse.core.schedules.Overlap;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleRun;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A schedule on the wire. */
record ScheduleJson(
        String id,
        String name,
        String serverId,
        String command,
        String cron,
        String words,
        String timeZone,
        boolean enabled,
        long timeoutSeconds,
        Overlap overlap,
        MissedPolicy missed,
        @Nullable Instant nextDueAt,
        @Nullable LastRunJson lastRun,
        Instant createdAt) {

    record LastRunJson(
            String id,
            RunStatus status,
            Instant startedAt,
            @Nullable Instant finishedAt) {}

    /**
     * @param next when it is due; null for never
     * @param last its newest run; null for none
     */
    static ScheduleJson from(Schedule schedule, @Nullable Instant next, @Nullable ScheduleRun last) {
        return new ScheduleJson(
                schedule.id(),
                schedule.name(),
                schedule.serverId(),
                schedule.command(),
                schedule.cron().text(),
                schedule.cron().inWords(),
                schedule.timeZone().getId(),
                schedule.enabled(),
                schedule.timeout().toSeconds(),
                schedule.overlap(),
                schedule.missed(),
                next,
                last == null ? null : new LastRunJson(last.id(), last.status(), last.begin(), last.finishedAt()),
                schedule.createdAt());
    }
}
