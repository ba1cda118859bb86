package dev.wheelhouse.core.platform.net;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An answer that is there as a whole.
 *
 * @param status 200..599; a redirect is an answer like any other
 * @param headers as in {@link HttpHead#headers}
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record OutgoingAnswer(int status, Map<String, String> headers, byte[] body) {

    /** The body as UTF-8. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
