package dev.wheelhouse.api.databases;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.caller.Scope;
import java.util.List;

/** Operations 4 and 5 and what belongs to them: running SQL, explaining and cancelling it, editing rows. */
public final class StatementRoutes {

    private final Databases databases;
    private final ResultJson results = new ResultJson();

    public StatementRoutes(Databases databases) {
        this.databases = databases;
    }

    public List<Route> routes() {
        Access query = Access.scope(Scope.DATABASES_QUERY);
        return List.of(
                Route.post("/db-connections/{id}/query", query, this::query),
                Route.delete("/db-connections/{id}/queries/{queryId}", query, this::cancel),
                Route.post("/db-connections/{id}/explain", query, this::explain),
                Route.post("/db-connections/{id}/format", Access.scope(Scope.DATABASES_READ), this::format),
                Route.post("/db-connections/{id}/completion", Access.scope(Scope.DATABASES_READ), this::complete),
                Route.post("/db-connections/{id}/edits", Access.scope(Scope.DATABASES_WRITE), this::edit),
                Route.post(
                        "/db-connections/{id}/edits/preview", Access.scope(Scope.DATABASES_READ), this::previewEdits));
    }

    private Response query(Request request) {
        QueryJson body = request.body(QueryJson.class);
        return results.query(databases.queries().run(request.caller(), request.pathParameter("id"), body.toRequest()));
    }

    private Response cancel(Request request) {
        databases.queries().cancel(request.caller(), request.pathParameter("id"), request.pathParameter("queryId"));
        return Response.noContent();
    }

    private Response explain(Request request) {
        ExplainJson body = request.body(ExplainJson.class);
        return Response.ok(
                databases.queries().explain(request.caller(), request.pathParameter("id"), body.toRequest()));
    }

    private Response format(Request request) {
        FormatJson body = request.body(FormatJson.class);
        return Response.ok(
                new FormatJson(databases.queries().format(request.caller(), request.pathParameter("id"), body.sql())));
    }

    private Response complete(Request request) {
        CompletionJson body = request.body(CompletionJson.class);
        var found = databases
                .completions()
                .complete(request.caller(), request.pathParameter("id"), body.sql(), body.offset());
        return Response.ok(CompletionJson.Answer.from(body.sql(), found));
    }

    private Response previewEdits(Request request) {
        String id = request.pathParameter("id");
        EditsJson body = request.body(EditsJson.class);
        Engine engine = databases
                .connections()
                .forUse(request.caller(), id, Scope.DATABASES_READ)
                .engine();
        return Response.ok(new EditPreviewJson(databases.edits().preview(request.caller(), id, body.toEdits(engine))));
    }

    private Response edit(Request request) {
        String id = request.pathParameter("id");
        EditsJson body = request.body(EditsJson.class);
        Engine engine = databases
                .connections()
                .forUse(request.caller(), id, Scope.DATABASES_WRITE)
                .engine();
        return Response.ok(AppliedJson.from(databases.edits().apply(request.caller(), id, body.toEdits(engine))));
    }
}
