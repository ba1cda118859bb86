package dev.wheelhouse.core.apps.container.engine;

import dev.wheelhouse.core.platform.net.HttpRequestHead;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request.
 *
 * @param target path and query, encoded
 * @param body JSON; null for none
 * @param limit until the answer is there, whole unless it is streamed
 */
record EngineCall(String method, String target, @Nullable String body, Duration limit) {

    private static final Duration USUAL = Duration.ofSeconds(20);

    static EngineCall get(String target) {
        return new EngineCall("GET", target, null, USUAL);
    }

    static EngineCall post(String target, @Nullable String body) {
        return new EngineCall("POST", target, body, USUAL);
    }

    static EngineCall delete(String target) {
        return new EngineCall("DELETE", target, null, USUAL);
    }

    EngineCall within(Duration other) {
        return new EngineCall(method, target, body, other);
    }

    /** The beginning of a request whose body is a tar in chunks (RFC 9112 section 7.1). */
    byte[] headOfTar() {
        return HttpRequestHead.of(
                method, target, "engine", Map.of("Content-Type", "application/x-tar", "Transfer-Encoding", "chunked"));
    }

    /** As it goes over the wire; each request has a connection of its own. */
    byte[] bytes() {
        byte[] content = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = new LinkedHashMap<>();
        if (body != null) {
            headers.put("Content-Type", "application/json");
        }
        if (!method.equals("GET")) {
            headers.put("Content-Length", Integer.toString(content.length));
        }
        byte[] start = HttpRequestHead.of(method, target, "engine", headers);
        byte[] all = new byte[start.length + content.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(content, 0, all, start.length, content.length);
        return all;
    }
}
