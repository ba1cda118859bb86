package dev.wheelhouse.api.mcp;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.conversations.Conversations;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code POST /mcp}: the Model Context Protocol over Streamable HTTP, without sessions and streams. */
public final class McpRoutes {

    /** What one request may make the console do is bounded, as its rate is counted in requests. */
    private static final int MOST_MESSAGES = 20;

    private final McpMethods methods;

    /** @param version of the product */
    public McpRoutes(Conversations conversations, String version) {
        this.methods = new McpMethods(conversations, version);
    }

    public List<Route> routes() {
        return List.of(Route.post("/mcp", Access.anyCredential(), this::answer).withMessageBody());
    }

    private Response answer(Request request) {
        try {
            Object json = json(request);
            return json instanceof List<?> batch ? answerAll(request, batch) : answer(request, json);
        } catch (McpError e) {
            return new Response(e.status(), Map.of(), new Response.Json(McpAnswerJson.of(null, e)));
        }
    }

    private static Object json(Request request) {
        try {
            return request.message();
        } catch (AppException e) {
            throw McpError.unreadable(e);
        }
    }

    private Response answerAll(Request request, List<?> batch) {
        McpRevision.requireKnown(request);
        if (!McpRevision.hasBatches(request)) {
            throw McpError.invalidRequest(
                    "Send one message a request: batches belong to revision " + McpRevision.WITH_BATCHES + ".");
        }
        if (batch.isEmpty() || batch.size() > MOST_MESSAGES) {
            throw McpError.invalidRequest("Send 1 to " + MOST_MESSAGES + " messages in a batch.");
        }
        List<McpAnswerJson> answers = new ArrayList<>();
        for (Object json : batch) {
            Reply reply = reply(request, json);
            if (reply != null) {
                answers.add(reply.answer());
            }
        }
        return answers.isEmpty() ? Response.accepted() : Response.ok(answers);
    }

    private Response answer(Request request, Object json) {
        Reply reply = reply(request, json);
        return reply == null
                ? Response.accepted()
                : new Response(reply.status(), Map.of(), new Response.Json(reply.answer()));
    }

    private record Reply(int status, McpAnswerJson answer) {}

    /** Null for what needs no answer. */
    private @Nullable Reply reply(Request request, @Nullable Object json) {
        try {
            McpRevision.requireKnown(request);
            McpMessage message = McpMessage.from(json);
            if (message.id() == null) {
                return null;
            }
            boolean isStateless = McpRevision.isStateless(request, message);
            Object result =
                    methods.answer(request.caller().through(Origin.MCP, request.requestId()), message, isStateless);
            return new Reply(200, McpAnswerJson.of(message.id(), result));
        } catch (McpError e) {
            return new Reply(e.status(), McpAnswerJson.of(McpMessage.idOf(json), e));
        }
    }
}
