package dev.wheelhouse.api.http.error;

import dev.wheelhouse.core.platform.error.ErrorDetails;
import java.util.Map;

/**
 * Details of {@link HttpError#RATE_LIMITED}.
 *
 * @param seconds after which one more is let through
 */
public record RateLimited(long seconds) implements ErrorDetails, CarriesHeaders {

    @Override
    public Map<String, Object> attributes() {
        return Map.of();
    }

    @Override
    public Map<String, String> headers() {
        return Map.of("Retry-After", Long.toString(seconds));
    }
}
