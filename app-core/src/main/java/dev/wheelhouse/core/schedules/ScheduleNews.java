package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind;
import java.util.Map;
import java.util.Objects;
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
        int count) {

    static final Map<String, RunStatus> KINDS = Map.of(
            EventKind.SCHEDULE_SUCCEEDED.wireName(), RunStatus.SUCCEEDED,
            EventKind.SCHEDULE_FAILED.wireName(), RunStatus.FAILED,
            EventKind.SCHEDULE_TIMED_OUT.wireName(), RunStatus.TIMED_OUT,
            EventKind.SCHEDULE_MISSED.wireName(), RunStatus.MISSED);

    static ScheduleNews of(Event event) {
        Map<String, Object> data = event.data();
        return new ScheduleNews(
                event.ordinal(),
                event.subjectId(),
                String.valueOf(data.getOrDefault("name", "A schedule")),
                Objects.requireNonNull(KINDS.get(event.kind())),
                data.get("runId") instanceof String run ? run : null,
                data.get("error") instanceof String error ? error : "",
                data.get("count") instanceof Number count ? count.intValue() : 1);
    }
}
