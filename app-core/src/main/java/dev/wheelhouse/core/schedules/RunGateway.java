package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What a window asks of runs; {@link ScheduleRuns} answers it, otherwise as {@link ScheduleGateway}. */
public interface RunGateway {

    Map<String, List<ScheduleRun>> newest(Caller caller, int most);

    Page<ScheduleRun> list(Caller caller, String scheduleId, PageRequest page);

    ScheduleRun start(Caller caller, String scheduleId);

    void cancel(Caller caller, String scheduleId, String runId);

    JobLogText logEnd(Caller caller, String scheduleId, String runId, int most);

    void saveLog(Caller caller, String scheduleId, String runId, Path file);

    List<ScheduleNews> news(Caller caller, Instant from);
}
