package dev.wheelhouse.api.databases;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.history.HistoryFilter;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.sample.SampleDatabase;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The connections themselves, operation 16 (test), and what ran on them. */
public final class ConnectionRoutes {

    private static final ListFilter<ConnectionJson> FILTER = ListFilter.byName(ConnectionJson::name);

    private static final int LONGEST_SEARCH = 200;

    private static final Set<String> OUTCOMES = Set.of("succeeded", "failed", "cancelled");

    private final ConnectionService connections;
    private final SampleDatabase sample;
    private final HistoryService history;
    private final ServerAlias servers;

    public ConnectionRoutes(Databases databases, ServerAlias servers) {
        this.connections = databases.connections();
        this.sample = databases.sample();
        this.history = databases.history();
        this.servers = servers;
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.DATABASES_READ);
        Access administer = Access.scope(Scope.DATABASES_ADMIN);
        return List.of(
                Route.post("/db-connections", administer, this::create),
                Route.get("/db-connections", read, this::list).withPaging().withQuery(FILTER.parameters()),
                Route.post("/db-connections/sample", administer, this::openSample),
                Route.post("/db-connections/test", administer, this::testDraft),
                Route.get("/db-connections/history", read, this::historyOfAll)
                        .withPaging()
                        .withQuery("search", "connection", "outcome", "origin"),
                Route.get("/db-connections/{id}", read, this::get),
                Route.patch("/db-connections/{id}", administer, this::update),
                Route.delete("/db-connections/{id}", administer, this::delete),
                Route.post("/db-connections/{id}/test", Access.scope(Scope.DATABASES_QUERY), this::test)
                        .withoutBody(),
                Route.get("/db-connections/{id}/history", read, this::history)
                        .withPaging()
                        .withQuery("search"));
    }

    private Response create(Request request) {
        NewConnectionJson body = request.body(NewConnectionJson.class);
        DatabaseConnection made = connections.create(request.caller(), body.toDraft(servers), body.password());
        return Response.created(Route.BASE_PATH + "/db-connections/" + made.id(), ConnectionJson.from(made))
                .withEntityTag(EntityTag.of(made));
    }

    private Response openSample(Request request) {
        String directory = request.body(SampleJson.class).directory();
        SampleDatabase.Opened opened = sample.open(request.caller(), directory);
        ConnectionJson body = ConnectionJson.from(opened.connection());
        Response response = opened.made()
                ? Response.created(Route.BASE_PATH + "/db-connections/" + body.id(), body)
                : Response.ok(body);
        return response.withEntityTag(EntityTag.of(opened.connection()));
    }

    private Response testDraft(Request request) {
        ConnectionTrialJson body = request.body(ConnectionTrialJson.class);
        return Response.ok(
                connections.testDraft(request.caller(), body.toDraft(servers), body.password(), body.connectionId()));
    }

    private Response list(Request request) {
        return ServicePages.response(
                request,
                page -> connections.list(request.caller(), page),
                DatabaseConnection::id,
                ConnectionJson::from,
                FILTER);
    }

    private Response get(Request request) {
        return answer(connections.get(request.caller(), request.pathParameter("id")));
    }

    private Response update(Request request) {
        String id = request.pathParameter("id");
        return answer(MergePatch.apply(
                request,
                () -> connections.forUse(request.caller(), id, Scope.DATABASES_ADMIN),
                EntityTag::of,
                current -> update(request, current)));
    }

    private DatabaseConnection update(Request request, DatabaseConnection current) {
        ConnectionPatchJson patch = request.body(ConnectionPatchJson.class);
        return connections.update(
                request.caller(),
                current.id(),
                patch.toDraft(current, servers),
                patch.passwordChange(),
                current.revision());
    }

    private Response delete(Request request) {
        String id = request.pathParameter("id");
        DatabaseConnection current = connections.forUse(request.caller(), id, Scope.DATABASES_ADMIN);
        connections.delete(request.caller(), id, EntityTag.expected(request, current));
        return Response.noContent();
    }

    private Response test(Request request) {
        return Response.ok(connections.test(request.caller(), request.pathParameter("id")));
    }

    private Response history(Request request) {
        String id = request.pathParameter("id");
        connections.get(request.caller(), id);
        var page = history.list(request.caller(), id, search(request), ServicePages.request(request));
        return ServicePages.response(request, page, HistoryEntryJson::from);
    }

    private Response historyOfAll(Request request) {
        HistoryFilter filter = new HistoryFilter(
                request.text("connection", LONGEST_SEARCH).orElse(null),
                search(request),
                request.text("outcome").map(ConnectionRoutes::outcome).orElse(null),
                request.text("origin").map(ConnectionRoutes::origin).orElse(null));
        var page = history.list(request.caller(), filter, ServicePages.request(request));
        return ServicePages.response(request, page, HistoryEntryJson::from);
    }

    private static @Nullable String search(Request request) {
        return request.text("search", LONGEST_SEARCH)
                .filter(text -> !text.isEmpty())
                .orElse(null);
    }

    private static String outcome(String text) {
        if (!OUTCOMES.contains(text)) {
            throw AppException.invalid("query.outcome", "Use succeeded, failed or cancelled.");
        }
        return text;
    }

    private static Origin origin(String text) {
        return Arrays.stream(Origin.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> AppException.invalid("query.origin", "Use window, http, assistant or mcp."));
    }

    private static Response answer(DatabaseConnection connection) {
        return Response.ok(ConnectionJson.from(connection)).withEntityTag(EntityTag.of(connection));
    }
}
