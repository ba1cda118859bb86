package dev.wheelhouse.core.apps.container.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
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

    /** As it goes over the wire; each request has a connection of its own. */
    byte[] bytes() {
        byte[] content = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + target + " HTTP/1.1\r\nHost: engine\r\nConnection: close\r\n"
                + (body == null ? "" : "Content-Type: application/json\r\n")
                + (method.equals("GET") ? "" : "Content-Length: " + content.length + "\r\n")
                + "\r\n";
        byte[] start = head.getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[start.length + content.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(content, 0, all, start.length, content.length);
        return all;
    }
}
