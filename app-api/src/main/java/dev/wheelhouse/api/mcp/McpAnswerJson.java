package dev.wheelhouse.api.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request.
 *
 * @param id as the request has it; null where that cannot be read
 */
record McpAnswerJson(
        String jsonrpc,
        @Nullable Object id,
        @Nullable Object result,
        @Nullable ErrorJson error) {

    record ErrorJson(
            int code, @Nullable String message, @Nullable Map<String, Object> data) {}

    static McpAnswerJson of(Object id, Object result) {
        return new McpAnswerJson("2.0", id, result, null);
    }

    static McpAnswerJson of(@Nullable Object id, McpError error) {
        return new McpAnswerJson("2.0", id, null, new ErrorJson(error.code(), error.getMessage(), error.data()));
    }
}
