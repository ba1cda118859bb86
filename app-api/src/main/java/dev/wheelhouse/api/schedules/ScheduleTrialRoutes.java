package dev.wheelhouse.api.schedules;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.jobs.JobJson;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.schedules.ScheduleTrials;
import java.util.List;

/** Runs on trial, of what is no schedule yet. */
public final class ScheduleTrialRoutes {

    private final ScheduleTrials trials;
    private final ServerAlias alias;

    public ScheduleTrialRoutes(ScheduleTrials trials, ServerAlias alias) {
        this.trials = trials;
        this.alias = alias;
    }

    public List<Route> routes() {
        return List.of(Route.post("/schedules/test", Access.scope(Scope.SCHEDULES_WRITE), this::begin));
    }

    private Response begin(Request request) {
        Job job = trials.begin(
                request.caller(), request.body(ScheduleTestJson.class).toDraft(alias));
        return JobJson.accepted(job);
    }
}
