package dev.wheelhouse.api.jobs;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobFile;
import dev.wheelhouse.core.platform.job.JobFiles;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.JobStatus;
import java.io.InputStream;
import java.util.List;
import java.util.regex.Pattern;

/** Long work: seen and cancelled with the scope of what it works on, which the service knows. */
public final class JobRoutes {

    private static final ListFilter<JobJson> FILTER = ListFilter.byStatus(JobJson::status, JobStatus.values());

    private static final Pattern CHANGE = Pattern.compile("[0-9a-z]{1,20}\\.[0-9]{1,18}");

    private final JobService jobs;
    private final JobFiles files;

    public JobRoutes(JobService jobs, JobFiles files) {
        this.jobs = jobs;
        this.files = files;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/jobs", Access.anyCredential(), this::list)
                        .withPaging()
                        .withQuery(FILTER.parameters()),
                Route.get("/jobs/stream", Access.anyCredential(), this::stream).producing(MediaTypes.EVENTS),
                Route.get("/jobs/{id}", Access.anyCredential(), this::get),
                Route.get("/jobs/{id}/log", Access.anyCredential(), this::log).producing(MediaTypes.TEXT),
                Route.get("/jobs/{id}/file", Access.anyCredential(), this::file)
                        .producing(MediaTypes.JSON, "text/csv", "application/x-ndjson", "application/sql"),
                Route.delete("/jobs/{id}", Access.anyCredential(), this::cancel));
    }

    private Response list(Request request) {
        return ServicePages.response(
                request, page -> jobs.list(request.caller(), page), Job::id, JobJson::from, FILTER);
    }

    private Response stream(Request request) {
        Caller caller = request.caller();
        String after = request.lastEventId(CHANGE).orElse(null);
        return Response.events(() -> new JobFeedEvents(jobs.follow(caller, after)));
    }

    private Response log(Request request) {
        String id = jobs.get(request.caller(), request.pathParameter("id")).id();
        return Response.stream(MediaTypes.TEXT, output -> {
            try (InputStream log = jobs.logOf(id)) {
                log.transferTo(output);
            }
        });
    }

    private Response file(Request request) {
        JobFile file = files.find(request.caller(), request.pathParameter("id"));
        // It never changes, and no other job has its id.
        return Response.file(request, file.path(), file.bytes(), file.mediaType(), EntityTag.strong(file.jobId()))
                .withHeader("Content-Disposition", "attachment; filename=\"" + file.name() + "\"");
    }

    private Response get(Request request) {
        Job job = jobs.get(request.caller(), request.pathParameter("id"));
        return Response.ok(JobJson.from(job)).withEntityTag(tag(job));
    }

    private Response cancel(Request request) {
        String id = request.pathParameter("id");
        request.header("If-Match")
                .ifPresent(_ -> tag(jobs.get(request.caller(), id)).requireMatch(request));
        jobs.cancel(request.caller(), id);
        return Response.noContent();
    }

    /** A cancel depends on how the job stands, not on how far it is. */
    private static EntityTag tag(Job job) {
        return EntityTag.strong(job.status().wireName());
    }
}
