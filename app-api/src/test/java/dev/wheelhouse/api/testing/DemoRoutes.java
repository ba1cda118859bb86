package dev.wheelhouse.api.testing;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.Paging;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.RawJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One route of each kind, for tests of the edge itself. */
public final class DemoRoutes {

    public record Edit(String op, @Nullable Map<String, RawJson> values) {}

    public record Thing(String name, int count, @Nullable Boolean flag, List<Edit> edits) {}

    public record ThingPatch(Patch<String> name, Patch<Integer> count) {}

    private final CompletableFuture<IOException> streamFailure = new CompletableFuture<>();
    private final CompletableFuture<Object> later = new CompletableFuture<>();

    public List<Route> routes() {
        Access write = Access.scope(Scope.DATABASES_WRITE);
        Access read = Access.scope(Scope.DATABASES_READ);
        return List.of(
                Route.get("/tiny", Access.open(), _ -> Response.ok(Map.of("ok", true))),
                Route.get("/me", Access.anyCredential(), this::me),
                Route.get("/things", read, this::list).withPaging().withQuery("flag"),
                Route.post("/things", write, this::create),
                Route.get("/things/{id}/tables/{table}", read, this::table),
                Route.patch("/things/{id}", write, this::patch),
                Route.delete("/things/{id}", write, this::delete),
                Route.post(
                                "/things/{id}/start",
                                write,
                                _ -> Response.accepted("/api/v1/jobs/job_1", Map.of("started", true)))
                        .withoutBody(),
                Route.post("/uploads", write, this::upload).withTextBody(64L * 1024 * 1024),
                Route.get("/chunks", read, _ -> chunks()),
                Route.get("/stream/endless", read, _ -> Response.stream("text/csv", this::endless))
                        .producing("text/csv"),
                Route.get("/stream/early", read, _ -> Response.stream("text/csv", this::failEarly))
                        .producing("text/csv"),
                Route.get("/stream/late", read, _ -> Response.stream("text/csv", DemoRoutes::failLate))
                        .producing("text/csv"),
                Route.post("/hooks/{id}", Access.signed(_ -> {}), DemoRoutes::hook)
                        .withRawBody(1000)
                        .alsoAtRoot(),
                Route.post("/later", write, _ -> Response.later(later)).withoutBody(),
                Route.get("/fail/{how}", read, this::fail));
    }

    /** What {@code POST /later} answers in the end. */
    public CompletableFuture<Object> later() {
        return later;
    }

    private static Response hook(Request request) {
        return Response.ok(Map.of("hex", HexFormat.of().formatHex(request.rawBody())));
    }

    /** What the endless stream met when its reader went away. */
    public CompletableFuture<IOException> streamFailure() {
        return streamFailure;
    }

    private Response me(Request request) {
        return Response.ok(Map.of("member", request.caller().memberId(), "request", request.requestId()));
    }

    private Response list(Request request) {
        Paging paging = Paging.of(request);
        boolean flag = request.flag("flag", false);
        Response page = Response.ok(Map.of("limit", paging.limit(), "flag", flag));
        return Paging.withNext(page, request, Optional.of("a b&c"));
    }

    private Response create(Request request) {
        Thing thing = request.body(Thing.class);
        return Response.created("/api/v1/things/1", thing);
    }

    private Response table(Request request) {
        return Response.ok(Map.of("id", request.pathParameter("id"), "table", request.pathParameter("table")));
    }

    private Response patch(Request request) {
        EntityTag tag = EntityTag.strong("v1");
        tag.requireMatch(request);
        ThingPatch patch = request.body(ThingPatch.class);
        Map<String, Object> changed = Map.of(
                "name",
                String.valueOf(patch.name().apply("old")),
                "count",
                patch.count().applyRequired("count", 1));
        return Response.ok(changed).withEntityTag(tag);
    }

    private Response delete(Request request) {
        EntityTag.strong("v1").requireMatch(request);
        return Response.noContent();
    }

    private Response upload(Request request) throws IOException {
        long count = 0;
        byte[] window = new byte[8192];
        try (InputStream in = request.bodyStream()) {
            for (int read = in.read(window); read >= 0; read = in.read(window)) {
                count += read;
            }
        }
        return Response.ok(Map.of("bytes", count));
    }

    private static Response chunks() {
        String middle = "1,".repeat(200_000);
        return Response.encodedJson(List.of(
                ByteBuffer.wrap("[".getBytes(StandardCharsets.UTF_8)),
                ByteBuffer.wrap(middle.getBytes(StandardCharsets.UTF_8)),
                ByteBuffer.wrap("2]".getBytes(StandardCharsets.UTF_8))));
    }

    private void endless(OutputStream out) throws IOException {
        byte[] line = "a,b,c,d,e,f,g,h\n".repeat(512).getBytes(StandardCharsets.UTF_8);
        try {
            while (true) {
                out.write(line);
            }
        } catch (IOException e) {
            streamFailure.complete(e);
            throw e;
        }
    }

    private void failEarly(OutputStream out) throws IOException {
        out.write("some bytes that never leave\n".getBytes(StandardCharsets.UTF_8));
        throw new AppException(PlatformError.CONFLICT, "The export cannot begin.");
    }

    private static void failLate(OutputStream out) throws IOException {
        out.write("x".repeat(100_000).getBytes(StandardCharsets.UTF_8));
        throw new IllegalStateException("the secret cause");
    }

    private Response fail(Request request) {
        switch (request.pathParameter("how")) {
            case "busy" -> throw new AppException(PlatformError.BUSY, "All connections are in use. Try again.");
            case "memory" -> throw new OutOfMemoryError("pretended");
            case "stack" -> throw new StackOverflowError("pretended");
            default -> throw new IllegalStateException("the secret cause");
        }
    }
}
