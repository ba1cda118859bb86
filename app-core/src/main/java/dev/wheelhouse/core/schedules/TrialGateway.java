package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.Job;

/** What a window asks of runs on trial; {@link ScheduleTrials} answers it, otherwise as {@link ScheduleGateway}. */
public interface TrialGateway {

    Job begin(Caller caller, ScheduleDraft draft);

    TrialStatus status(Caller caller, String id, int most);

    void cancel(Caller caller, String id);
}
