package dev.wheelhouse.api.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the listener sends.
 *
 * @param status HTTP status
 * @param headers all headers but those of framing and Content-Type
 * @param payload the body
 * @param reader whom it is for; null where no credential was asked for
 */
public record Answer(
        int status,
        Map<String, String> headers,
        Response.Payload payload,
        @Nullable Reader reader) {

    public Answer {
        headers = Map.copyOf(headers);
    }
}
