package dev.wheelhouse.ui.schedules.gateway;

import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.core.schedules.ScheduleRun;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Schedules as the screens ask for them. Every method blocks, is called beside the window's thread and throws
 * {@link dev.wheelhouse.core.platform.error.AppException}.
 */
public interface ScheduleGateway {

    /** How many runs of each schedule {@link #snapshot} holds. */
    int RUNS_SEEN = 30;

    /** Everything that the list shows. */
    ScheduleSnapshot snapshot();

    Schedule create(ScheduleDraft draft);

    /** @param expected the revision that the form was opened with; null overwrites whatever is there */
    Schedule update(String id, ScheduleDraft draft, @Nullable Long expected);

    Schedule get(String id);

    /** Switches a schedule on or off and leaves the rest as it is. */
    Schedule setEnabled(String id, boolean enabled);

    void delete(String id);

    /** Runs it now, whatever its times say. */
    ScheduleRun runNow(String id);

    /** Nothing of this organization becomes due until {@link #resumeAll}. */
    void pauseAll();

    void resumeAll();

    /**
     * The runs of a schedule, newest first.
     *
     * @param cursor {@link Page#next} of the page before; null for the first
     */
    Page<ScheduleRun> runs(String id, @Nullable String cursor);

    ScheduleRun run(String id, String runId);

    void cancelRun(String id, String runId);

    /** What a run wrote up to now, of a long log its end. */
    JobLogText output(String id, String runId);

    /** All that is kept of what a run wrote: up to 5 MiB. */
    JobLogText wholeOutput(String id, String runId);

    /** Writes everything that is kept of a run's output into a file, in the place of what was there. */
    void saveOutput(String id, String runId, Path file);

    /**
     * Runs a draft's command once, on its server and with its time-out, and keeps nothing of it.
     *
     * @return the id of the trial
     */
    String beginTrial(ScheduleDraft draft);

    /** What happened to runs from a moment on, from the newest hundred events, oldest first. */
    List<ScheduleNews> news(Instant from);

    TrialStatus trial(String trialId);

    void cancelTrial(String trialId);
}
