package dev.wheelhouse.api.mcp;

import dev.wheelhouse.api.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The revisions of the protocol, and which of them a request speaks. Since 2026-07-28 each request names its revision itself
 * and mirrors it in headers (MCP 2026-07-28, Request Metadata); before that {@code initialize} agreed on one.
 */
final class McpRevision {

    static final String STATELESS = "2026-07-28";
    static final String WITH_BATCHES = "2025-03-26";

    /** Newest first. */
    static final List<String> ALL = List.of(STATELESS, "2025-11-25", "2025-06-18", WITH_BATCHES, "2024-11-05");

    private static final String HEADER = "MCP-Protocol-Version";
    private static final String DECLARED = "io.modelcontextprotocol/protocolVersion";
    private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    /** MCP 2026-07-28, Value Encoding. */
    private static final String ENCODED = "=?base64?";

    private McpRevision() {}

    /** What {@code initialize} agrees on: what was asked for, or the newest that knows {@code initialize}. */
    static String agreed(Object asked) {
        return ALL.contains(asked) && !STATELESS.equals(asked) ? asked.toString() : ALL.get(1);
    }

    /** Whether a request may hold several messages: where no header says otherwise, it is of the first revision over HTTP. */
    static boolean hasBatches(Request request) {
        return WITH_BATCHES.equals(request.header(HEADER).orElse(WITH_BATCHES));
    }

    /** @throws McpError when the header names a revision that nobody knows here */
    static void requireKnown(Request request) {
        request.header(HEADER).ifPresent(McpRevision::requireKnown);
    }

    private static void requireKnown(String revision) {
        if (!ALL.contains(revision)) {
            throw new McpError(
                    400,
                    McpError.UNSUPPORTED_VERSION,
                    "This revision of the protocol is not supported.",
                    Map.of("supported", ALL, "requested", revision));
        }
    }

    /**
     * Whether a request is of the stateless revision.
     *
     * @throws McpError when it says so and is not as that has it
     */
    static boolean isStateless(Request request, McpMessage message) {
        String header = request.header(HEADER).orElse(null);
        Object declared = message.meta().get(DECLARED);
        if (declared == null && !STATELESS.equals(header)) {
            return false;
        }
        if (!(declared instanceof String revision) || !(message.meta().get(CAPABILITIES) instanceof Map)) {
            throw new McpError(
                    400, McpError.INVALID_PARAMS, "Name " + DECLARED + " and " + CAPABILITIES + " in params._meta.");
        }
        requireKnown(revision);
        requireSame(HEADER, header, revision);
        if (!revision.equals(STATELESS)) {
            return false;
        }
        requireSame("Mcp-Method", request.header("Mcp-Method").orElse(null), message.method());
        if (McpMethods.CALL.equals(message.method()) && message.params().get("name") instanceof String name) {
            requireSame(
                    "Mcp-Name",
                    request.header("Mcp-Name").map(McpRevision::decoded).orElse(null),
                    name);
        }
        return true;
    }

    private static void requireSame(String header, @Nullable String value, @Nullable String inBody) {
        if (value == null || !value.equals(inBody)) {
            throw new McpError(
                    400, McpError.HEADER_MISMATCH, "Header mismatch: " + header + " must be as the body has it.");
        }
    }

    /** The headers that mirror a message; none of a revision that has none. */
    static Map<String, String> mirrored(Object json) {
        Map<String, Object> message = McpMessage.object(json);
        Map<String, Object> params = McpMessage.object(message.get("params"));
        if (!(McpMessage.object(params.get("_meta")).get(DECLARED) instanceof String revision)) {
            return Map.of();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(HEADER, encoded(revision));
        if (message.get("method") instanceof String method) {
            headers.put("Mcp-Method", encoded(method));
        }
        if (params.get("name") instanceof String name) {
            headers.put("Mcp-Name", encoded(name));
        }
        return headers;
    }

    private static String encoded(String value) {
        boolean isPlain = value.chars().allMatch(each -> each >= ' ' && each <= '~')
                && value.equals(value.strip())
                && !value.startsWith(ENCODED);
        return isPlain
                ? value
                : ENCODED + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + "?=";
    }

    private static String decoded(String header) {
        if (!header.startsWith(ENCODED) || !header.endsWith("?=")) {
            return header;
        }
        try {
            String text = header.substring(ENCODED.length(), header.length() - 2);
            return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            // Equal to no name.
            return header;
        }
    }
}
