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
        /** The same message would be refused again, until somebody changes something. */
        REFUSED,
        /** The far side wants no more of anything. */
        GONE
    }

    /** An attempt that got no answer. */
    public static Answer unanswered(String error, Map<String, String> requestHeaders) {
        return new Answer(Result.FAILED, null, error, requestHeaders, null, null, null);
    }

    /** A success of which nothing else is kept. */
    public static Answer delivered() {
        return new Answer(Result.DELIVERED, null, null, Map.of(), null, null, null);
    }

    /**
     * A failure of which nothing else is kept.
     *
     * @param retryAfter null where the far side does not say
     */
    public static Answer failed(String error, @Nullable Duration retryAfter) {
        return new Answer(Result.FAILED, null, error, Map.of(), null, null, retryAfter);
    }

    /** A refusal of which nothing else is kept. */
    public static Answer refused(String error) {
        return new Answer(Result.REFUSED, null, error, Map.of(), null, null, null);
    }

    public boolean isDelivered() {
        return result == Result.DELIVERED;
    }
}
