package dev.wheelhouse.api.servers;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.servers.DiskUsageService;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerService;
import dev.wheelhouse.core.servers.ServerStatus;
import dev.wheelhouse.core.servers.Servers;
import java.util.List;

/** The servers themselves, and whether they answer. */
public final class ServerRoutes {

    private static final ListFilter<ServerJson> FILTER =
            ListFilter.<ServerJson>byName(ServerJson::name).andStatus(ServerJson::status, ServerStatus.values());

    private final ServerService servers;
    private final DiskUsageService diskUsage;
    private final ServerAlias alias;

    public ServerRoutes(Servers servers) {
        this.servers = servers.service();
        this.diskUsage = servers.diskUsage();
        this.alias = new ServerAlias(servers);
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.SERVERS_READ);
        Access write = Access.scope(Scope.SERVERS_WRITE);
        return List.of(
                Route.post("/servers", write, this::create),
                Route.get("/servers", read, this::list).withPaging().withQuery(FILTER.parameters()),
                Route.post("/servers/test", write, this::testDraft),
                Route.get("/servers/{id}", read, this::get),
                Route.patch("/servers/{id}", write, this::update),
                Route.delete("/servers/{id}", write, this::delete),
                Route.post("/servers/{id}/test", read, this::test).withoutBody(),
                Route.get("/servers/{id}/disk-usage", Access.scope(Scope.SERVERS_EXEC), this::diskUsage)
                        .withQuery("path"),
                Route.post("/servers/{id}/trust-host-key", write, this::trustHostKey));
    }

    private Response create(Request request) {
        Server made = servers.create(
                request.caller(), request.body(NewServerJson.class).toDraft());
        return Response.created(Route.BASE_PATH + "/servers/" + made.id(), ServerJson.from(made, servers))
                .withEntityTag(EntityTag.of(made));
    }

    private Response list(Request request) {
        return ServicePages.response(
                request,
                page -> servers.list(request.caller(), page),
                Server::id,
                each -> ServerJson.from(each, servers),
                FILTER);
    }

    private Response testDraft(Request request) {
        ServerTrialJson body = request.body(ServerTrialJson.class);
        return Response.ok(servers.testDraft(
                request.caller(), body.toDraft(), body.hostKeyFingerprint(), alias.idOrNull(body.serverId())));
    }

    private Response get(Request request) {
        return answer(servers.get(request.caller(), id(request)));
    }

    private Response update(Request request) {
        return answer(MergePatch.apply(
                request,
                () -> servers.forUse(request.caller(), id(request), Scope.SERVERS_WRITE),
                EntityTag::of,
                current -> servers.update(
                        request.caller(),
                        current.id(),
                        request.body(ServerPatchJson.class).toDraft(current),
                        current.revision())));
    }

    private Response delete(Request request) {
        Server current = servers.forUse(request.caller(), id(request), Scope.SERVERS_WRITE);
        servers.delete(request.caller(), current.id(), EntityTag.expected(request, current));
        return Response.noContent();
    }

    private Response test(Request request) {
        return Response.ok(servers.test(request.caller(), id(request)));
    }

    private Response diskUsage(Request request) {
        String path = request.text("path").orElse("/");
        return Response.ok(diskUsage.look(request.caller(), id(request), path));
    }

    private Response trustHostKey(Request request) {
        HostKeyJson body = request.body(HostKeyJson.class);
        return answer(servers.trustHostKey(request.caller(), id(request), body.fingerprint()));
    }

    private String id(Request request) {
        return alias.id(request.pathParameter("id"));
    }

    private Response answer(Server server) {
        return Response.ok(ServerJson.from(server, servers)).withEntityTag(EntityTag.of(server));
    }
}
