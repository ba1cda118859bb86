package dev.wheelhouse.api.http;

import java.util.Map;

/**
 * What the listener sends.
 *
 * @param status HTTP status
 * @param headers all headers but those of framing and Content-Type
 * @param payload the body
 */
public record Answer(int status, Map<String, String> headers, Response.Payload payload) {

    public Answer {
        headers = Map.copyOf(headers);
    }
}
