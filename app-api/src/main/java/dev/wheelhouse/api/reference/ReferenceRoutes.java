package dev.wheelhouse.api.reference;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code GET /openapi.yaml}, {@code /openapi.json} and {@code /docs}. Converts and renders once, when first asked. */
public final class ReferenceRoutes {

    private final OpenApiDocument document;
    private @Nullable Rendered rendered;

    private final Path tokenFile;

    private record Rendered(ByteBuffer json, String page, String policy) {}

    /** @param tokenFile where the owner's token lies; the page names it */
    public ReferenceRoutes(OpenApiDocument document, Path tokenFile) {
        this.document = document;
        this.tokenFile = tokenFile;
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
                Route.get("/docs", Access.open(), this::page)
                        .producing(MediaTypes.HTML)
                        .alsoAtRoot());
    }

    private Response yaml() {
        return Response.encoded(MediaTypes.YAML, List.of(ByteBuffer.wrap(document.yaml())));
    }

    private Response page(Request request) {
        Rendered once = rendered();
        String page = once.page().replace(ReferencePage.ADDRESS, Html.escape(request.origin() + Route.BASE_PATH));
        return Response.encoded(MediaTypes.HTML + "; charset=utf-8", List.of(bytes(page)))
                .withHeader("Content-Security-Policy", once.policy());
    }

    private synchronized Rendered rendered() {
        Rendered known = rendered;
        if (known != null) {
            return known;
        }
        JsonNode tree = document.tree();
        ReferencePage page = new ReferencePage(tree, tokenFile);
        Rendered made = new Rendered(bytes(tree.toString()), page.html(), page.contentSecurityPolicy());
        rendered = made;
        return made;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer();
    }
}
