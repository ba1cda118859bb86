package dev.wheelhouse.api.schedules;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.core.schedules.ScheduleRuns;
import java.io.InputStream;
import java.util.List;

/** Runs of schedules: started, followed, cancelled and read. */
public final class ScheduleRunRoutes {

    private static final ListFilter<ScheduleRunJson> FILTER =
            ListFilter.byStatus(ScheduleRunJson::status, RunStatus.values());

    private final ScheduleRuns runs;

    public ScheduleRunRoutes(ScheduleRuns runs) {
        this.runs = runs;
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.SCHEDULES_READ);
        Access run = Access.scope(Scope.SCHEDULES_RUN);
        return List.of(
                Route.post("/schedules/{id}/run", run, this::start).withoutBody(),
                Route.get("/schedules/{id}/runs", read, this::list).withPaging().withQuery(FILTER.parameters()),
                Route.get("/schedules/{id}/runs/{runId}", read, this::get),
                Route.delete("/schedules/{id}/runs/{runId}", run, this::cancel),
                Route.get("/schedules/{id}/runs/{runId}/log", read, this::log).producing(MediaTypes.TEXT));
    }

    private Response start(Request request) {
        ScheduleRun run = runs.start(request.caller(), id(request));
        return Response.accepted(
                Route.BASE_PATH + "/schedules/" + run.scheduleId() + "/runs/" + run.id(), ScheduleRunJson.from(run));
    }

    private Response list(Request request) {
        String schedule = id(request);
        return ServicePages.response(
                request,
                page -> runs.list(request.caller(), schedule, page),
                ScheduleRun::id,
                ScheduleRunJson::from,
                FILTER);
    }

    private Response get(Request request) {
        ScheduleRun run = runs.get(request.caller(), id(request), runId(request));
        return Response.ok(ScheduleRunJson.from(run)).withEntityTag(tag(run));
    }

    private Response cancel(Request request) {
        request.header("If-Match")
                .ifPresent(_ -> tag(runs.forCancel(request.caller(), id(request), runId(request)))
                        .requireMatch(request));
        runs.cancel(request.caller(), id(request), runId(request));
        return Response.noContent();
    }

    private Response log(Request request) {
        ScheduleRun run = runs.get(request.caller(), id(request), runId(request));
        return Response.stream(MediaTypes.TEXT, output -> {
            try (InputStream log = runs.logOf(run)) {
                log.transferTo(output);
            }
        });
    }

    /** A cancel depends on how the run stands, not on what it has written meanwhile. */
    private static EntityTag tag(ScheduleRun run) {
        return EntityTag.strong(run.status().wireName());
    }

    private static String id(Request request) {
        return request.pathParameter("id");
    }

    private static String runId(Request request) {
        return request.pathParameter("runId");
    }
}
