package dev.wheelhouse.api.access;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.ApiKeyService;
import dev.wheelhouse.core.access.CreatedApiKey;
import dev.wheelhouse.core.platform.caller.Scope;
import java.util.List;

/** Operation 1, and the keys that it makes. */
public final class ApiKeyRoutes {

    private static final ListFilter<ApiKeyJson> FILTER = ListFilter.byName(ApiKeyJson::name);

    private final ApiKeyService keys;

    public ApiKeyRoutes(ApiKeyService keys) {
        this.keys = keys;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/api-keys", Access.scope(Scope.API_KEYS_WRITE), this::create),
                Route.get("/api-keys", Access.scope(Scope.API_KEYS_READ), this::list)
                        .withPaging()
                        .withQuery(FILTER.parameters()),
                Route.get("/api-keys/{id}", Access.scope(Scope.API_KEYS_READ), this::get),
                Route.patch("/api-keys/{id}", Access.scope(Scope.API_KEYS_WRITE), this::change),
                Route.delete("/api-keys/{id}", Access.scope(Scope.API_KEYS_WRITE), this::delete)
                        .withQuery("children", "stopWork"));
    }

    private Response create(Request request) {
        CreatedApiKey created =
                keys.create(request.caller(), request.body(NewApiKeyJson.class).toNewApiKey());
        return Response.created(Route.BASE_PATH + "/api-keys/" + created.key().id(), CreatedApiKeyJson.from(created))
                .showingOnce("token");
    }

    private Response list(Request request) {
        return ServicePages.response(
                request, page -> keys.list(request.caller(), page), ApiKey::id, ApiKeyJson::from, FILTER);
    }

    private Response get(Request request) {
        ApiKey key = keys.get(request.caller(), request.pathParameter("id"));
        return Response.ok(ApiKeyJson.from(key)).withEntityTag(tag(key));
    }

    private Response change(Request request) {
        String id = request.pathParameter("id");
        ApiKeyPatch patch = request.body(ApiKeyPatch.class);
        ApiKey changed = MergePatch.apply(
                request,
                () -> keys.get(request.caller(), id),
                ApiKeyRoutes::tag,
                _ -> keys.setRequestsPerMinute(request.caller(), id, patch.requestsPerMinute()));
        return Response.ok(ApiKeyJson.from(changed)).withEntityTag(tag(changed));
    }

    private Response delete(Request request) {
        String id = request.pathParameter("id");
        request.header("If-Match")
                .ifPresent(_ -> tag(keys.get(request.caller(), id)).requireMatch(request));
        keys.delete(request.caller(), id, request.flag("children", false), request.flag("stopWork", false));
        return Response.noContent();
    }

    /** Not of when it was last used, which no precondition should depend on. */
    private static EntityTag tag(ApiKey key) {
        return EntityTag.strong(key.id() + "." + key.requestsPerMinute());
    }
}
