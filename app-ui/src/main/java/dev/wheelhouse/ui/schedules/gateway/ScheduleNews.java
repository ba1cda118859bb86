package dev.wheelhouse.ui.schedules.gateway;

import dev.wheelhouse.core.schedules.RunStatus;
import org.jspecify.annotations.Nullable;

/**
 * What the event log says about the runs of a schedule.
 *
 * @param ordinal its place in the event log
 * @param outcome {@code SUCCEEDED}, {@code FAILED}, {@code TIMED_OUT} or {@code MISSED}
 * @param runId null for what was missed
 * @param error why it failed; empty for nothing to say
 * @param count how many runs it is about
 */
public record ScheduleNews(
        long ordinal,
        String scheduleId,
        String name,
        RunStatus outcome,
        @Nullable String runId,
        String error,
        int count) {}
