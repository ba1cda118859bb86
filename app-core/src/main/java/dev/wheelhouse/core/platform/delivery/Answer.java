package dev.wheelhouse.core.platform.delivery;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt came to.
 *
 * @param statusCode null where none came
 * @param error a sentence without secrets; null for a success
 * @param requestHeaders as sent
 * @param responseHeaders null when no answer came
 * @param responseBody its beginning; null when no answer came
 * @param retryAfter for how long the far side asks not to be tried; null where it does not say
 */
public record Answer(
        Result result,
        @Nullable Integer statusCode,
        @Nullable String error,
        Map<String, String> requestHeaders,
        @Nullable Map<String, String> responseHeaders,
        @Nullable String responseBody,
        @Nullable Duration retryAfter) {

    public enum Result {
        DELIVERED,
        /** To be tried again. */
        FAILED,
        /** The far side wants no more of anything. */
        GONE
    }

    /** An attempt that got no answer. */
    public static Answer unanswered(String error, Map<String, String> requestHeaders) {
        return new Answer(Result.FAILED, null, error, requestHeaders, null, null, null);
    }

    boolean isDelivered() {
        return result == Result.DELIVERED;
    }
}
