package dev.wheelhouse.api.databases;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Prefer;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.jobs.JobJson;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.export.ExportRequest;
import dev.wheelhouse.core.databases.scripts.ScriptService;
import dev.wheelhouse.core.databases.tables.ValueService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.job.Job;
import java.util.List;

/** What is too large for an answer held in memory: exports, scripts and single values. */
public final class TransferRoutes {

    private final Databases databases;

    public TransferRoutes(Databases databases) {
        this.databases = databases;
    }

    public List<Route> routes() {
        Access query = Access.scope(Scope.DATABASES_QUERY);
        return List.of(
                Route.post("/db-connections/{id}/export", query, this::export)
                        .producing(MediaTypes.JSON, "text/csv", "application/x-ndjson", "application/sql"),
                Route.post("/db-connections/{id}/scripts", query, this::script)
                        .withTextBody(ScriptService.MOST_BYTES)
                        .withQuery("confirm"),
                Route.get(
                                "/db-connections/{id}/tables/{schema}/{table}/rows/value",
                                Access.scope(Scope.DATABASES_READ),
                                this::value)
                        .producing("application/octet-stream", "text/plain", MediaTypes.JSON)
                        .withQuery("pk", "column"));
    }

    private Response export(Request request) {
        Caller caller = request.caller();
        String id = request.pathParameter("id");
        ExportRequest wanted = request.body(ExportJson.class).toRequest();
        if (Prefer.isAsync(request)) {
            return Prefer.applied(JobJson.accepted(databases.fileExports().startKept(caller, id, wanted)));
        }
        return Response.stream(
                        wanted.format().mediaType(),
                        output -> databases.exports().export(caller, id, wanted, () -> output))
                .withHeader(
                        "Content-Disposition",
                        "attachment; filename=\"export." + wanted.format().wireName() + "\"")
                .ofReading();
    }

    private Response script(Request request) {
        Job job = databases
                .scripts()
                .start(
                        request.caller(),
                        request.pathParameter("id"),
                        request.bodyStream(),
                        request.flag("confirm", false));
        return JobJson.accepted(job);
    }

    private Response value(Request request) {
        Caller caller = request.caller();
        String id = request.pathParameter("id");
        ValueService.Place place = new ValueService.Place(
                request.pathParameter("schema"),
                request.pathParameter("table"),
                request.requiredText("pk"),
                request.requiredText("column"));
        boolean binary = databases.values().isBinary(caller, id, place);
        String mediaType = binary ? "application/octet-stream" : "text/plain; charset=utf-8";
        return Response.stream(mediaType, output -> databases.values().read(caller, id, place, output));
    }
}
