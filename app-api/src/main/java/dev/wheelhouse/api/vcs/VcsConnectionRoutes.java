package dev.wheelhouse.api.vcs;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Paging;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.core.vcs.VcsConnectionService;
import dev.wheelhouse.core.vcs.provider.VcsRepository;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Connections to providers of repositories: operation 18, and those beside it. */
public final class VcsConnectionRoutes {

    private static final String PATH = "/vcs-connections";
    private static final String ONE = PATH + "/{id}";
    private static final int MOST_REPOSITORIES = 20_000;
    private static final ListFilter<VcsConnectionJson> FILTER = ListFilter.byName(VcsConnectionJson::name);

    private final VcsConnectionService connections;

    public VcsConnectionRoutes(VcsConnectionService connections) {
        this.connections = connections;
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.VCS_READ);
        Access write = Access.scope(Scope.VCS_WRITE);
        return List.of(
                Route.post(PATH, write, this::create),
                Route.post(PATH + "/test", write, this::testDraft),
                Route.get(PATH, read, this::list).withPaging().withQuery(FILTER.parameters()),
                Route.get(ONE, read, this::get),
                Route.patch(ONE, write, this::update),
                Route.delete(ONE, write, this::delete),
                Route.post(ONE + "/test", read, this::test).withoutBody(),
                Route.get(ONE + "/repos", read, this::repositories).withQuery("limit", "cursor", "name"));
    }

    private Response create(Request request) {
        VcsConnection made = connections.create(
                request.caller(), request.body(NewVcsConnectionJson.class).toDraft());
        return Response.created(Route.BASE_PATH + PATH + "/" + made.id(), VcsConnectionJson.from(made))
                .withEntityTag(EntityTag.of(made));
    }

    private Response list(Request request) {
        return ServicePages.response(
                request,
                page -> connections.list(request.caller(), page),
                VcsConnection::id,
                VcsConnectionJson::from,
                FILTER);
    }

    private Response get(Request request) {
        return answer(connections.get(request.caller(), id(request)));
    }

    private Response update(Request request) {
        return answer(MergePatch.apply(
                request,
                () -> forWriting(request),
                EntityTag::of,
                current -> connections.update(
                        request.caller(),
                        current.id(),
                        request.body(VcsConnectionPatchJson.class).toDraft(current),
                        current.revision())));
    }

    private Response delete(Request request) {
        VcsConnection current = forWriting(request);
        connections.delete(request.caller(), current.id(), EntityTag.expected(request, current));
        return Response.noContent();
    }

    private Response testDraft(Request request) {
        return Response.ok(connections.test(
                request.caller(), request.body(NewVcsConnectionJson.class).toDraft()));
    }

    private Response test(Request request) {
        return Response.ok(connections.test(request.caller(), id(request)));
    }

    private Response repositories(Request request) {
        int limit = request.integer("limit", MOST_REPOSITORIES, 1, MOST_REPOSITORIES);
        String part = request.text("name").orElse("").toLowerCase(Locale.ROOT);
        String after = request.text("cursor").map(VcsConnectionRoutes::fullName).orElse("");
        List<VcsRepository> rest = connections.repositories(request.caller(), id(request)).stream()
                .filter(each -> each.fullName().toLowerCase(Locale.ROOT).contains(part))
                .dropWhile(each -> each.fullName().compareTo(after) <= 0)
                .toList();
        List<VcsRepository> page = rest.subList(0, Math.min(limit, rest.size()));
        Response response = Response.ok(page.stream().map(RepositoryJson::from).toList());
        return page.size() == rest.size()
                ? response
                : Paging.withNext(response, request, Optional.of(cursor(page.getLast())));
    }

    private static String cursor(VcsRepository last) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(last.fullName().getBytes(StandardCharsets.UTF_8));
    }

    private static String fullName(String cursor) {
        try {
            return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw AppException.invalid("query.cursor", "Take the cursor from the Link header of the page before.");
        }
    }

    private VcsConnection forWriting(Request request) {
        return connections.forUse(request.caller(), id(request), Scope.VCS_WRITE);
    }

    private static Response answer(VcsConnection connection) {
        return Response.ok(VcsConnectionJson.from(connection)).withEntityTag(EntityTag.of(connection));
    }

    private static String id(Request request) {
        return request.pathParameter("id");
    }
}
