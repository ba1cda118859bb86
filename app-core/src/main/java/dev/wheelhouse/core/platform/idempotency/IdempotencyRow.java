package dev.wheelhouse.core.platform.idempotency;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A key as stored.
 *
 * @param id hash of organization, credential, operation and key
 * @param content hash of the body; null until a streamed body was read
 * @param consoleRun the run of the console that took the call
 * @param status of the answer; null until there is one, 0 for one that was too large to keep
 */
record IdempotencyRow(
        String id,
        String organizationId,
        @Nullable String content,
        String homeId,
        String consoleRun,
        Instant createdAt,
        @Nullable Integer status,
        @Nullable Map<String, String> headers,
        @Nullable String mediaType,
        @Nullable String body) {

    boolean isAnswered() {
        return status != null;
    }
}
