package dev.wheelhouse.ui.schedules.gateway;

import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleRun;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All schedules at one moment.
 *
 * @param runs id of a schedule to its newest runs, newest first; absent for one that never ran
 * @param pausedSince when everything was paused; null while it is not
 */
public record ScheduleSnapshot(
        List<Schedule> schedules,
        Map<String, List<ScheduleRun>> runs,
        @Nullable Instant pausedSince) {

    public ScheduleSnapshot {
        schedules = List.copyOf(schedules);
        runs = Map.copyOf(runs);
    }
}
