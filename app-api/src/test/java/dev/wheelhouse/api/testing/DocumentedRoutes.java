package dev.wheelhouse.api.testing;

import dev.wheelhouse.api.health.HealthRoutes;
import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.Paging;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.reference.OpenApiDocument;
import dev.wheelhouse.api.reference.ReferenceRoutes;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The real service routes beside stand-ins of the access routes: as much of the document as the edge knows by itself. */
public final class DocumentedRoutes {

    record Creation(
            String name,
            @Nullable List<String> scopes,
            @Nullable Integer expiresInDays) {}

    record Key(
            String id,
            String name,
            List<Scope> scopes,
            @Nullable Instant lastUsedAt,
            Instant createdAt) {}

    record Created(Key key, String token) {}

    record Me(
            String organizationId,
            String memberId,
            @Nullable String keyId,
            List<Scope> scopes) {}

    private static final Key KEY =
            new Key("key_1", "one", List.of(Scope.DATABASES_READ), null, Instant.parse("2026-01-02T03:04:05Z"));

    private DocumentedRoutes() {}

    public static List<Route> all() {
        List<Route> routes = new ArrayList<>();
        routes.addAll(new HealthRoutes(Clock.systemUTC(), "0.1.0").routes());
        routes.addAll(new ReferenceRoutes(OpenApiDocument.load()).routes());
        routes.add(Route.get("/me", Access.anyCredential(), DocumentedRoutes::me));
        routes.add(Route.get("/api-keys", Access.scope(Scope.API_KEYS_READ), DocumentedRoutes::list)
                .withPaging());
        routes.add(Route.post("/api-keys", Access.scope(Scope.API_KEYS_WRITE), DocumentedRoutes::create));
        routes.add(Route.delete("/api-keys/{id}", Access.scope(Scope.API_KEYS_WRITE), DocumentedRoutes::delete));
        return routes;
    }

    private static Response me(Request request) {
        var caller = request.caller();
        return Response.ok(new Me(
                caller.organizationId(),
                caller.memberId(),
                caller.keyId(),
                caller.scopes().stream().sorted().toList()));
    }

    private static Response list(Request request) {
        Paging paging = Paging.of(request);
        return Paging.withNext(
                Response.ok(List.of(KEY)), request, paging.limit() == 1 ? Optional.of("next") : Optional.empty());
    }

    private static Response create(Request request) {
        Creation creation = request.body(Creation.class);
        if (creation.name().equals("wrong")) {
            return Response.created("/api/v1/api-keys/key_1", Map.of("key", Map.of("id", 1)));
        }
        return Response.created("/api/v1/api-keys/key_1", new Created(KEY, "whk_secret"));
    }

    private static Response delete(Request request) {
        if (!request.pathParameter("id").equals("key_1")) {
            throw AppException.notFound("key", request.pathParameter("id"));
        }
        EntityTag.strong("1").requireMatch(request);
        return Response.noContent();
    }
}
