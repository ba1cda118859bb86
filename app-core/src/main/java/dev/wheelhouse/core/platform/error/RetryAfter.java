package dev.wheelhouse.core.platform.error;

import java.util.Map;

/**
 * Details of {@link PlatformError#RATE_LIMITED}.
 *
 * @param seconds after which the next one is let through, at least 1
 */
public record RetryAfter(long seconds) implements ErrorDetails {

    @Override
    public Map<String, Object> attributes() {
        return Map.of();
    }
}
