package dev.wheelhouse.api.http;

import dev.wheelhouse.api.http.error.ErrorMapper;
import dev.wheelhouse.api.http.error.HttpError;
import dev.wheelhouse.api.http.error.Problem;
import dev.wheelhouse.api.http.json.JsonCodec;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one way of every request: guards, route, credential, scope, query, body, handler. Whatever fails on the way
 * becomes a problem document. Thread-safe; runs on the request's virtual thread.
 */
public final class RequestPipeline {

    private static final Map<String, String> ALWAYS = Map.of(
            "Cache-Control", "no-store",
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer");

    private static final byte[] NO_BYTES = {};

    private final List<Guard> guards;
    private final List<Guard> signedGuards;
    private final Router router;
    private final CallerResolver callers;
    private final ErrorMapper errors;
    private final JsonCodec json;
    private final HttpLimits limits;
    private final Idempotency idempotency;
    private final RateLimiter rates = new RateLimiter(System::nanoTime);
    private final BodyMemory bodies = new BodyMemory();

    /** @param signedGuards those of signed routes, in place of the others */
    public RequestPipeline(
            List<Guard> guards,
            List<Guard> signedGuards,
            Router router,
            CallerResolver callers,
            ErrorMapper errors,
            JsonCodec json,
            HttpLimits limits,
            IdempotentCalls calls) {
        this.guards = List.copyOf(guards);
        this.signedGuards = List.copyOf(signedGuards);
        this.router = router;
        this.callers = callers;
        this.errors = errors;
        this.json = json;
        this.limits = limits;
        this.idempotency = new Idempotency(calls, json);
    }

    /**
     * Never throws.
     *
     * @param admission is told who asks, null for nobody in particular, before the query or the body is looked at; what
     *     it throws is the answer
     */
    public Answer answer(RequestHead head, RequestBody body, Consumer<@Nullable Caller> admission) {
        Map<String, String> rate = new LinkedHashMap<>();
        try {
            return handle(head, body, admission, rate).withHeaders(rate);
        } catch (Throwable failure) {
            // The boundary: errors such as a stack overflow in a handler are answered and logged like any other.
            return problem(failure, head.id()).withHeaders(rate);
        }
    }

    /** The answer that tells of a failure; writes the log line about it. */
    public Answer problem(Throwable failure, String requestId) {
        Problem problem = errors.map(failure, requestId);
        Response.Payload payload =
                new Response.Encoded(Problem.MEDIA_TYPE, List.of(ByteBuffer.wrap(json.write(problem.members()))));
        return new Answer(problem.status(), allHeaders(problem.headers(), requestId), payload, null);
    }

    private Answer handle(
            RequestHead head, RequestBody body, Consumer<@Nullable Caller> admission, Map<String, String> rate)
            throws IOException {
        Router.Match match = match(head);
        Route route = match.route();
        Caller caller = callerOf(route, head);
        if (caller != null && caller.requestsPerMinute() != null) {
            String credential = String.valueOf(caller.keyId());
            rate.putAll(rates.take(credential, caller.requestsPerMinute()).headers());
        }
        requireScope(route, caller);
        admission.accept(caller);
        requireAcceptable(route, head);
        QueryParameters query = QueryParameters.parse(head.query(), route.queryParameters(), route.repeatable());
        if (route.access() instanceof Access.Signed(Consumer<Map<String, String>> receiver)) {
            receiver.accept(match.pathParameters());
        }
        try (BodyMemory.Held memory = bodies.hold(caller)) {
            byte[] bytes = readBody(route, head, body, memory);
            Idempotency.Work work = stream -> route.handler()
                    .handle(new Request(
                            head,
                            match.pathParameters(),
                            query,
                            caller,
                            new Request.Content(route.body(), bytes, stream, json)));
            Reader reader =
                    caller == null ? null : new Reader(caller, () -> requireScope(route, callerOf(route, head)));
            Optional<String> key = Idempotency.key(route, head);
            if (caller == null || key.isEmpty()) {
                return encode(work.handle(body), head, reader);
            }
            Idempotency.Once once = idempotency.begin(caller, head, key.get(), route.body(), bytes);
            try {
                return encode(once.handle(body, work), head, reader);
            } catch (Throwable failure) {
                return once.failed(problem(failure, head.id()));
            }
        }
    }

    private Router.Match match(RequestHead head) {
        Router.Match match = null;
        AppException unmatched = null;
        try {
            match = router.match(head.method(), head.path());
        } catch (AppException e) {
            unmatched = e;
        }
        boolean signed = match != null && match.route().access() instanceof Access.Signed;
        (signed ? signedGuards : guards).forEach(guard -> guard.check(head));
        if (match == null) {
            throw Objects.requireNonNull(unmatched);
        }
        return match;
    }

    private @Nullable Caller callerOf(Route route, RequestHead head) {
        return switch (route.access()) {
            case Access.Open(), Access.Signed _ -> null;
            case Access.AnyCredential(), Access.Scoped _ -> callers.resolve(head);
        };
    }

    private static void requireScope(Route route, @Nullable Caller caller) {
        if (caller != null && route.access() instanceof Access.Scoped(var scope)) {
            caller.require(scope);
        }
    }

    private static void requireAcceptable(Route route, RequestHead head) {
        String accept = String.join(",", head.headerValues("Accept"));
        if (!accept.isBlank() && !MediaTypes.accepts(accept, route.produces())) {
            throw new AppException(
                    HttpError.NOT_ACCEPTABLE,
                    "This operation answers " + String.join(", ", route.produces()) + ". Accept that, or */*.");
        }
    }

    private byte[] readBody(Route route, RequestHead head, RequestBody body, BodyMemory.Held memory)
            throws IOException {
        if (!body.isPresent()) {
            return NO_BYTES;
        }
        if (!(route.body() instanceof BodyRule.Raw)) {
            requireContentType(route, head);
        }
        return switch (route.body()) {
            case BodyRule.Text(long maxBytes) -> {
                body.requireAnnouncedWithin(maxBytes);
                yield NO_BYTES;
            }
            case BodyRule.Json _, BodyRule.JsonRpc _ -> {
                byte[] all = body.readAll(limits.maxBodyBytes(), memory::arrived);
                memory.arrived(all);
                yield all;
            }
            case BodyRule.Raw(int maxBytes) -> {
                byte[] all = body.readAll(maxBytes, memory::arrived);
                memory.arrived(all);
                yield all;
            }
            case BodyRule.None _ -> {
                json.requireNothing(body.readAll(limits.maxBodyBytes(), memory::arrived));
                yield NO_BYTES;
            }
        };
    }

    private static void requireContentType(Route route, RequestHead head) {
        List<String> taken = taken(route);
        List<String> given = head.headerValues("Content-Type");
        if (given.size() != 1 || !MediaTypes.isOneOf(given.getFirst(), taken)) {
            throw new AppException(
                    HttpError.UNSUPPORTED_MEDIA_TYPE,
                    "Send the body with the Content-Type " + String.join(" or ", taken) + ".");
        }
        // Content codings are not undone; reading compressed bytes as JSON would only confuse.
        if (head.header("Content-Encoding")
                .filter(coding -> !coding.equals("identity"))
                .isPresent()) {
            throw new AppException(HttpError.UNSUPPORTED_MEDIA_TYPE, "Send the body without a Content-Encoding.");
        }
    }

    private static List<String> taken(Route route) {
        if (route.body() instanceof BodyRule.Text) {
            return List.of(MediaTypes.TEXT);
        }
        return route.method() == HttpMethod.PATCH
                ? List.of(MediaTypes.MERGE_PATCH, MediaTypes.JSON)
                : List.of(MediaTypes.JSON);
    }

    private Answer encode(Response response, RequestHead head, @Nullable Reader reader) {
        EntityTag tag = response.tag();
        if (tag != null && response.status() == 200 && isRead(head) && tag.isKnownTo(head)) {
            Map<String, String> headers = allHeaders(response.headers(), head.id());
            return new Answer(304, headers, new Response.None(), reader);
        }
        Response.Payload payload = switch (response.content()) {
            case Response.Json(Object value) ->
                new Response.Encoded(MediaTypes.JSON, List.of(ByteBuffer.wrap(json.write(value))));
            case Response.Later(var value) -> new Response.Streamed(MediaTypes.JSON, new LateJson(value, json, limits));
            case Response.Events(var feed) ->
                new Response.Endless(MediaTypes.EVENTS, new EventStream(feed, json, limits));
            case Response.Payload ready -> ready;
        };
        Map<String, String> headers = allHeaders(response.headers(), head.id());
        // What has an entity tag has it of its own bytes.
        if (tag == null && payload instanceof Response.Encoded(var type, var chunks) && Gzip.isWorthwhile(chunks)) {
            headers.put("Vary", "Accept-Encoding");
            if (Gzip.isAsked(head)) {
                headers.put("Content-Encoding", "gzip");
                payload = new Response.Encoded(type, List.of(Gzip.pack(chunks)));
            }
        }
        return new Answer(response.status(), headers, payload, reader);
    }

    private static boolean isRead(RequestHead head) {
        return head.method().equals("GET") || head.method().equals("HEAD");
    }

    private static Map<String, String> allHeaders(Map<String, String> own, String requestId) {
        Map<String, String> headers = new LinkedHashMap<>(ALWAYS);
        headers.put("X-Request-Id", requestId);
        headers.putAll(own);
        return headers;
    }
}
