package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.event.NewEvent;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the event log is told of runs. */
final class RunEvents {

    private RunEvents() {}

    /** @param ended a run that succeeded, failed or timed out */
    static NewEvent of(String scheduleName, ScheduleRun ended) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", scheduleName);
        data.put("runId", ended.id());
        if (ended.dueAt() != null) {
            data.put("dueAt", ended.dueAt().toString());
        }
        if (ended.exitCode() != null) {
            data.put("exitCode", ended.exitCode());
        }
        if (ended.error() != null) {
            data.put("error", ended.error());
        }
        return new NewEvent("schedule." + ended.status().wireName(), ended.scheduleId(), data);
    }
}
