package dev.wheelhouse.api.mcp;

import dev.wheelhouse.api.http.error.HttpError;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message that is answered with an error (JSON-RPC 2.0 section 5.1; MCP, Error Codes). */
final class McpError extends RuntimeException {

    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL_ERROR = -32603;
    static final int HEADER_MISMATCH = -32020;
    static final int UNSUPPORTED_VERSION = -32022;

    private final int status;
    private final int code;
    private final transient @Nullable Map<String, Object> data;

    /** @param status of HTTP */
    McpError(int status, int code, String message) {
        this(status, code, message, null);
    }

    McpError(int status, int code, String message, @Nullable Map<String, Object> data) {
        super(message);
        this.status = status;
        this.code = code;
        this.data = data;
    }

    /** A body that is no JSON, or none that two readers understand alike. */
    static McpError unreadable(AppException refused) {
        int code = refused.errorCode() == HttpError.MALFORMED_JSON ? PARSE_ERROR : INVALID_REQUEST;
        return new McpError(400, code, String.valueOf(refused.getMessage()));
    }

    /** A message that is none, or is not as its revision has it. */
    static McpError invalidRequest(String message) {
        return new McpError(400, INVALID_REQUEST, message);
    }

    /** Parameters that a method does not take. */
    static McpError invalidParams(String message) {
        return new McpError(200, INVALID_PARAMS, message);
    }

    int status() {
        return status;
    }

    int code() {
        return code;
    }

    @Nullable
    Map<String, Object> data() {
        return data;
    }
}
