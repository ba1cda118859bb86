package dev.wheelhouse.api.reference;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code GET /openapi.yaml}, {@code /openapi.json} and {@code /docs}. Converts and renders once, when first asked. */
public final class ReferenceRoutes {

    private final OpenApiDocument document;
    private @Nullable Rendered rendered;

    private record Rendered(ByteBuffer json, ByteBuffer page, String policy) {}

    public ReferenceRoutes(OpenApiDocument document) {
        this.document = document;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/openapi.yaml", Access.open(), _ -> yaml())
                        .producing(MediaTypes.YAML)
                        .alsoAtRoot(),
                Route.get(
                                "/openapi.json",
                                Access.open(),
                                _ -> Response.encodedJson(List.of(rendered().json())))
                        .alsoAtRoot(),
                Route.get("/docs", Access.open(), _ -> page())
                        .producing(MediaTypes.HTML)
                        .alsoAtRoot());
    }

    private Response yaml() {
        return Response.encoded(MediaTypes.YAML, List.of(ByteBuffer.wrap(document.yaml())));
    }

    private Response page() {
        Rendered once = rendered();
        return Response.encoded(MediaTypes.HTML + "; charset=utf-8", List.of(once.page()))
                .withHeader("Content-Security-Policy", once.policy());
    }

    private synchronized Rendered rendered() {
        Rendered known = rendered;
        if (known != null) {
            return known;
        }
        JsonNode tree = document.tree();
        ReferencePage page = new ReferencePage(tree);
        Rendered made = new Rendered(bytes(tree.toString()), bytes(page.html()), page.contentSecurityPolicy());
        rendered = made;
        return made;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer();
    }
}
