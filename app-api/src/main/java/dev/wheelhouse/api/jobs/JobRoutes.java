package dev.wheelhouse.api.jobs;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.platform.job.JobService;
import java.util.List;

/** Long work: seen and cancelled with the scope of what it works on, which the service knows. */
public final class JobRoutes {

    private final JobService jobs;

    public JobRoutes(JobService jobs) {
        this.jobs = jobs;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/jobs", Access.anyCredential(), this::list).withPaging(),
                Route.get("/jobs/{id}", Access.anyCredential(), this::get),
                Route.delete("/jobs/{id}", Access.anyCredential(), this::cancel));
    }

    private Response list(Request request) {
        return ServicePages.response(
                request, jobs.list(request.caller(), ServicePages.request(request)), JobJson::from);
    }

    private Response get(Request request) {
        return Response.ok(JobJson.from(jobs.get(request.caller(), request.pathParameter("id"))));
    }

    private Response cancel(Request request) {
        jobs.cancel(request.caller(), request.pathParameter("id"));
        return Response.noContent();
    }
}
