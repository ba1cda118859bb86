package dev.wheelhouse.api.databases;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.completion.CompletionService;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.edits.EditService;
import dev.wheelhouse.core.databases.query.QueryResult;
import dev.wheelhouse.core.databases.query.QueryService;
import dev.wheelhouse.core.platform.caller.Scope;
import java.util.List;

/** Operations 4 and 5 and what belongs to them: running SQL, explaining and cancelling it, editing rows. */
public final class StatementRoutes {

    private final ConnectionService connections;
    private final QueryService queries;
    private final EditService edits;
    private final CompletionService completions;
    private final ResultJson results = new ResultJson();

    public StatementRoutes(
            ConnectionService connections, QueryService queries, EditService edits, CompletionService completions) {
        this.connections = connections;
        this.queries = queries;
        this.edits = edits;
        this.completions = completions;
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
        QueryResult result = queries.run(request.caller(), request.pathParameter("id"), body.toRequest());
        return result.onlyRead() ? results.query(result).ofReading() : results.query(result);
    }

    private Response cancel(Request request) {
        queries.cancel(request.caller(), request.pathParameter("id"), request.pathParameter("queryId"));
        return Response.noContent();
    }

    private Response explain(Request request) {
        ExplainJson body = request.body(ExplainJson.class);
        return Response.ok(queries.explain(request.caller(), request.pathParameter("id"), body.toRequest()));
    }

    private Response format(Request request) {
        SqlJson body = request.body(SqlJson.class);
        return Response.ok(new SqlJson(queries.format(request.caller(), request.pathParameter("id"), body.sql())));
    }

    private Response complete(Request request) {
        CompletionJson body = request.body(CompletionJson.class);
        var found = completions.complete(request.caller(), request.pathParameter("id"), body.sql(), body.offset());
        return Response.ok(CompletionJson.Answer.from(body.sql(), found));
    }

    private Response previewEdits(Request request) {
        String id = request.pathParameter("id");
        EditsJson body = request.body(EditsJson.class);
        Engine engine =
                connections.forUse(request.caller(), id, Scope.DATABASES_READ).engine();
        return Response.ok(new EditPreviewJson(edits.preview(request.caller(), id, body.toEdits(engine))));
    }

    private Response edit(Request request) {
        String id = request.pathParameter("id");
        EditsJson body = request.body(EditsJson.class);
        Engine engine =
                connections.forUse(request.caller(), id, Scope.DATABASES_WRITE).engine();
        return Response.ok(AppliedJson.from(edits.apply(request.caller(), id, body.toEdits(engine))));
    }
}
