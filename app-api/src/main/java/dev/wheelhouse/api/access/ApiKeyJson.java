package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.ApiKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An API key on the wire. */
record ApiKeyJson(
        String id,
        @Nullable String parentId,
        String name,
        List<String> scopes,
        String prefix,
        String last4,
        @Nullable Instant expiresAt,
        @Nullable Integer requestsPerMinute,
        @Nullable Instant lastUsedAt,
        Instant createdAt) {

    static ApiKeyJson from(ApiKey key) {
        return new ApiKeyJson(
                key.id(),
                key.parentId(),
                key.name(),
                key.scopes(),
                key.tokenPrefix(),
                key.tokenLast4(),
                key.expiresAt(),
                key.requestsPerMinute(),
                key.lastUsedAt(),
                key.createdAt());
    }
}
