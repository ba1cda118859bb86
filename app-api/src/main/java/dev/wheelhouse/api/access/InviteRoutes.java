package dev.wheelhouse.api.access;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.RateLimiter;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.access.CreatedInvite;
import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.InviteAcceptance;
import dev.wheelhouse.core.access.InviteService;
import dev.wheelhouse.core.platform.caller.Scope;
import java.time.Clock;
import java.util.List;
import java.util.Set;

/** Operation 7, and the invites that it takes. */
public final class InviteRoutes {

    private static final ListFilter<InviteJson> FILTER =
            ListFilter.byStatus(InviteJson::status, Invite.Status.values());
    private static final int TRIES_A_MINUTE = 5;

    private final InviteService invites;
    private final InviteAcceptance acceptance;
    private final Clock clock;
    private final RateLimiter tries = new RateLimiter(System::nanoTime);

    public InviteRoutes(InviteService invites, InviteAcceptance acceptance, Clock clock) {
        this.invites = invites;
        this.acceptance = acceptance;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/members/invites", Access.scope(Scope.MEMBERS_WRITE), this::create),
                Route.get("/members/invites", Access.scope(Scope.MEMBERS_READ), this::list)
                        .withPaging()
                        .withQuery(FILTER.parameters()),
                Route.get("/members/invites/{id}", Access.scope(Scope.MEMBERS_READ), this::get),
                Route.delete("/members/invites/{id}", Access.scope(Scope.MEMBERS_WRITE), this::delete),
                Route.post("/members/invites/accept", Access.open(), this::accept));
    }

    private Response create(Request request) {
        NewInviteJson wanted = request.body(NewInviteJson.class);
        CreatedInvite created = invites.create(request.caller(), wanted.email(), wanted.role());
        return Response.created(
                        Route.BASE_PATH + "/members/invites/" + created.invite().id(), CreatedInviteJson.from(created))
                .showingOnce("token");
    }

    private Response list(Request request) {
        Set<String> opening = invites.thatOpenTheVault();
        return ServicePages.response(
                request,
                page -> invites.list(request.caller(), page),
                Invite::id,
                each -> InviteJson.from(each, opening, clock.instant()),
                FILTER);
    }

    private Response get(Request request) {
        Invite invite = invites.get(request.caller(), request.pathParameter("id"));
        return Response.ok(InviteJson.from(invite, invites.thatOpenTheVault(), clock.instant()));
    }

    private Response delete(Request request) {
        invites.delete(request.caller(), request.pathParameter("id"));
        return Response.noContent();
    }

    private Response accept(Request request) {
        tries.take(request.address(), TRIES_A_MINUTE);
        return Response.ok(AcceptedInviteJson.from(
                acceptance.accept(request.body(InviteTokenJson.class).token(), request.id(), request.address())));
    }
}
