package dev.wheelhouse.api.access;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.core.access.MemberService;
import dev.wheelhouse.core.access.Organization;
import dev.wheelhouse.core.access.OrganizationService;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.id.Sha256;
import java.util.List;

/** Members, the caller's own one, and the organization that they belong to. */
public final class MemberRoutes {

    private static final ListFilter<MemberJson> FILTER = ListFilter.byName(MemberJson::name);

    private final MemberService members;
    private final OrganizationService organizations;

    public MemberRoutes(MemberService members, OrganizationService organizations) {
        this.members = members;
        this.organizations = organizations;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/me", Access.anyCredential(), this::me),
                Route.patch("/me", Access.anyCredential(), this::renameMe),
                Route.get("/organization", Access.anyCredential(), this::organization),
                Route.patch("/organization", Access.scope(Scope.ORGANIZATION_WRITE), this::renameOrganization),
                Route.get("/members", Access.scope(Scope.MEMBERS_READ), this::list)
                        .withPaging()
                        .withQuery(FILTER.parameters()),
                Route.get("/members/{id}", Access.scope(Scope.MEMBERS_READ), this::get),
                Route.patch("/members/{id}", Access.scope(Scope.MEMBERS_WRITE), this::change),
                Route.delete("/members/{id}", Access.scope(Scope.MEMBERS_WRITE), this::remove));
    }

    private Response me(Request request) {
        return Response.ok(MeJson.from(request.caller(), members.me(request.caller())));
    }

    private Response renameMe(Request request) {
        Member renamed = members.rename(
                request.caller(), request.body(NamePatchJson.class).name());
        return Response.ok(MeJson.from(request.caller(), renamed));
    }

    private Response organization(Request request) {
        Organization organization = organizations.get(request.caller());
        return Response.ok(OrganizationJson.from(organization)).withEntityTag(tag(organization));
    }

    private Response renameOrganization(Request request) {
        String name = request.body(NamePatchJson.class).name();
        Organization renamed = MergePatch.apply(
                request,
                () -> organizations.get(request.caller()),
                MemberRoutes::tag,
                current -> organizations.rename(request.caller(), current.name(), name));
        return Response.ok(OrganizationJson.from(renamed)).withEntityTag(tag(renamed));
    }

    private Response list(Request request) {
        return ServicePages.response(
                request, page -> members.list(request.caller(), page), Member::id, MemberJson::from, FILTER);
    }

    private Response get(Request request) {
        Member member = members.get(request.caller(), request.pathParameter("id"));
        return Response.ok(MemberJson.from(member)).withEntityTag(tag(member));
    }

    private Response change(Request request) {
        String id = request.pathParameter("id");
        MemberPatchJson patch = request.body(MemberPatchJson.class);
        Member changed = MergePatch.apply(
                request,
                () -> members.get(request.caller(), id),
                MemberRoutes::tag,
                current -> members.changeRole(request.caller(), id, current.role(), patch.role()));
        return Response.ok(MemberJson.from(changed)).withEntityTag(tag(changed));
    }

    private Response remove(Request request) {
        String id = request.pathParameter("id");
        request.header("If-Match")
                .ifPresent(_ -> tag(members.get(request.caller(), id)).requireMatch(request));
        members.remove(request.caller(), id);
        return Response.noContent();
    }

    private static EntityTag tag(Member member) {
        return EntityTag.strong(Sha256.hexOfParts(
                member.id(), member.role().wireName(), member.name(), String.valueOf(member.removedAt())));
    }

    private static EntityTag tag(Organization organization) {
        return EntityTag.strong(Sha256.hexOfParts(organization.id(), organization.name()));
    }
}
