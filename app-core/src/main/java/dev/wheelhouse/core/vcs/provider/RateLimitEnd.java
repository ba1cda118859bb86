package dev.wheelhouse.core.vcs.provider;

import dev.wheelhouse.core.platform.error.ErrorDetails;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/**
 * Details of a failure because a provider limits how often it is asked.
 *
 * @param retryAt when it may be asked again
 */
public record RateLimitEnd(Instant retryAt) implements ErrorDetails {

    public RateLimitEnd {
        retryAt = retryAt.truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("retryAt", retryAt);
    }
}
