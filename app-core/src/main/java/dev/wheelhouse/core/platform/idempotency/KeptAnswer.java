package dev.wheelhouse.core.platform.idempotency;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call was answered.
 *
 * @param status HTTP status
 * @param headers of the answer alone, such as {@code Location}
 * @param mediaType of the body; null for no body
 * @param body without secrets; null for none
 */
public record KeptAnswer(
        int status,
        Map<String, String> headers,
        @Nullable String mediaType,
        @Nullable String body) {

    /** The longest body that is kept, in characters. */
    public static final int MOST_CHARACTERS = 256 << 10;

    public KeptAnswer {
        headers = Map.copyOf(headers);
    }
}
