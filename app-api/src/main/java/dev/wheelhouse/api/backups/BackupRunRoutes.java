package dev.wheelhouse.api.backups;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Prefer;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.api.jobs.JobJson;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.BackupRuns;
import dev.wheelhouse.core.backups.Backups;
import dev.wheelhouse.core.backups.Rehearsal;
import dev.wheelhouse.core.backups.Rehearsals;
import dev.wheelhouse.core.backups.Restores;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.job.Job;
import java.io.InputStream;
import java.util.List;

/** Runs of backups, and what they are for: the times that can be restored, plans and restores. */
public final class BackupRunRoutes {

    private static final ListFilter<BackupRunJson> FILTER =
            ListFilter.byStatus(BackupRunJson::status, RunStatus.values());

    private static final ListFilter<RehearsalJson> REHEARSALS =
            ListFilter.byStatus(RehearsalJson::status, RunStatus.values());

    private final BackupRuns runs;
    private final Restores restores;
    private final Rehearsals rehearsals;
    private final ServerAlias alias;

    public BackupRunRoutes(Backups backups, ServerAlias alias) {
        this.runs = backups.runs();
        this.restores = backups.restores();
        this.rehearsals = backups.rehearsals();
        this.alias = alias;
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.BACKUPS_READ);
        Access write = Access.scope(Scope.BACKUPS_WRITE);
        Access restore = Access.scope(Scope.BACKUPS_RESTORE);
        return List.of(
                Route.post("/backup-configs/{id}/base-backup", write, this::start)
                        .withoutBody(),
                Route.get("/backup-configs/{id}/window", read, this::window),
                Route.post("/backup-configs/{id}/plan", read, this::plan)
                        .withOptionalBody()
                        .withQuery("runId"),
                Route.get("/backup-configs/{id}/runs", read, this::list)
                        .withPaging()
                        .withQuery(FILTER.parameters()),
                Route.get("/backup-configs/{id}/runs/{runId}", read, this::get),
                Route.patch("/backup-configs/{id}/runs/{runId}", write, this::keep),
                Route.delete("/backup-configs/{id}/runs/{runId}", write, this::delete),
                Route.get("/backup-configs/{id}/runs/{runId}/log", read, this::log)
                        .producing(MediaTypes.TEXT),
                Route.post("/backup-configs/{id}/runs/{runId}/verify", write, this::verify)
                        .withoutBody(),
                Route.post("/backup-configs/{id}/runs/{runId}/restore", restore, this::restore)
                        .withOptionalBody(),
                Route.post("/backup-configs/{id}/rehearse", restore, this::rehearse)
                        .withoutBody(),
                Route.get("/backup-configs/{id}/rehearsals", read, this::rehearsals)
                        .withPaging()
                        .withQuery(REHEARSALS.parameters()));
    }

    /** A body that says nothing but that it began. */
    record StartedJson(boolean started) {}

    /** The body of a run's patch. */
    record KeepJson(boolean keep) {}

    private Response start(Request request) {
        runs.startBase(request.caller(), id(request));
        return Response.accepted(Route.BASE_PATH + "/backup-configs/" + id(request) + "/runs", new StartedJson(true));
    }

    private Response window(Request request) {
        return Response.ok(restores.window(request.caller(), id(request)));
    }

    private Response plan(Request request) {
        return Response.ok(restores.plan(
                        request.caller(),
                        id(request),
                        request.text("runId").orElse(null),
                        request.body(RestoreJson.class).toRequest(alias)))
                .ofReading();
    }

    private Response list(Request request) {
        String config = id(request);
        return ServicePages.response(
                request, page -> runs.list(request.caller(), config, page), BackupRun::id, BackupRunJson::from, FILTER);
    }

    private Response get(Request request) {
        return Response.ok(BackupRunJson.from(runs.get(request.caller(), id(request), runId(request))));
    }

    private Response keep(Request request) {
        runs.forWriting(request.caller(), id(request), runId(request));
        boolean keep = request.body(KeepJson.class).keep();
        return Response.ok(BackupRunJson.from(runs.setKeep(request.caller(), id(request), runId(request), keep)));
    }

    private Response delete(Request request) {
        runs.delete(request.caller(), id(request), runId(request));
        return Response.noContent();
    }

    private Response log(Request request) {
        InputStream log = runs.log(request.caller(), id(request), runId(request));
        return Response.stream(MediaTypes.TEXT, output -> {
            try (log) {
                log.transferTo(output);
            }
        });
    }

    private Response restore(Request request) {
        Restores.Begun begun = restores.begin(
                request.caller(),
                id(request),
                runId(request),
                request.body(RestoreJson.class).toRequest(alias));
        Job job = begun.job();
        return job != null && Prefer.isAsync(request)
                ? Prefer.applied(JobJson.accepted(job))
                : Response.later(begun.result());
    }

    private Response verify(Request request) {
        return JobJson.accepted(runs.verify(request.caller(), id(request), runId(request)));
    }

    private Response rehearse(Request request) {
        return JobJson.accepted(rehearsals.rehearse(request.caller(), id(request)));
    }

    private Response rehearsals(Request request) {
        String config = id(request);
        return ServicePages.response(
                request,
                page -> rehearsals.list(request.caller(), config, page),
                Rehearsal::id,
                RehearsalJson::from,
                REHEARSALS);
    }

    private static String id(Request request) {
        return request.pathParameter("id");
    }

    private static String runId(Request request) {
        return request.pathParameter("runId");
    }
}
