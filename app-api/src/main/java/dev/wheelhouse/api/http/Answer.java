package dev.wheelhouse.api.http;

import java.util.LinkedHashMap;
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

    Answer withHeaders(Map<String, String> more) {
        if (more.isEmpty()) {
            return this;
        }
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.putAll(more);
        return new Answer(status, all, payload, reader);
    }
}
