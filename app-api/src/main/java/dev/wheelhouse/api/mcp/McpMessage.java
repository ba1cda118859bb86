package dev.wheelhouse.api.mcp;

import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One message of a client (JSON-RPC 2.0 section 4). Members that nobody knows are let pass.
 *
 * @param id a text or a whole number; null for a notification and for an answer to what was never asked
 * @param method null for an answer
 */
record McpMessage(@Nullable Object id, @Nullable String method, Map<String, Object> params) {

    /** The id of what may be no message at all; null where there is none that an answer could carry. */
    static @Nullable Object idOf(@Nullable Object json) {
        return json instanceof Map<?, ?> members && isId(members.get("id")) ? members.get("id") : null;
    }

    private static boolean isId(@Nullable Object id) {
        return id instanceof String || id instanceof BigInteger;
    }

    /** @throws McpError for what is no message */
    static McpMessage from(@Nullable Object json) {
        if (!(json instanceof Map<?, ?> members) || !"2.0".equals(members.get("jsonrpc"))) {
            throw McpError.invalidRequest("Send a JSON-RPC 2.0 message: an object with \"jsonrpc\": \"2.0\".");
        }
        if (members.containsKey("id") && !isId(members.get("id"))) {
            throw McpError.invalidRequest("The id of a request is a text or a whole number.");
        }
        if (!members.containsKey("method") && (members.containsKey("result") || members.containsKey("error"))) {
            return new McpMessage(null, null, Map.of());
        }
        if (!(members.get("method") instanceof String method)) {
            throw McpError.invalidRequest("A message has a method, which is a text.");
        }
        if (!isObjectOrAbsent(members.get("params"))) {
            throw McpError.invalidRequest("The params of a message are an object.");
        }
        return new McpMessage(members.get("id"), method, object(members.get("params")));
    }

    static boolean isObjectOrAbsent(@Nullable Object json) {
        return json == null || json instanceof Map;
    }

    /** An object of the message; an empty one for anything else. */
    @SuppressWarnings("unchecked") // the names of JSON's objects are texts
    static Map<String, Object> object(@Nullable Object json) {
        return json instanceof Map<?, ?> ? (Map<String, Object>) json : Map.of();
    }

    Map<String, Object> meta() {
        return object(params.get("_meta"));
    }
}
