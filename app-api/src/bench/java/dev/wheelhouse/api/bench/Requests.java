package dev.wheelhouse.api.bench;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Requests as they go over the wire. */
final class Requests {

    private Requests() {}

    static byte[] get(String target, @Nullable String token) {
        return bytes("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + credential(token) + "\r\n");
    }

    static byte[] post(String target, String json, @Nullable String token) {
        return post(target, json, token, "");
    }

    static byte[] patch(String target, String json, @Nullable String token) {
        return send("PATCH", target, json, token, "");
    }

    /** @param headers further ones, each with its line end */
    static byte[] post(String target, String json, @Nullable String token, String headers) {
        return send("POST", target, json, token, headers);
    }

    private static byte[] send(String method, String target, String json, @Nullable String token, String headers) {
        int length = json.getBytes(StandardCharsets.UTF_8).length;
        return bytes(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + credential(token) + headers
                + "Content-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n" + json);
    }

    private static String credential(@Nullable String token) {
        return token == null ? "" : "Authorization: Bearer " + token + "\r\n";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
