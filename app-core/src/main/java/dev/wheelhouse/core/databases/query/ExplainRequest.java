package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.platform.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * A statement to be explained.
 *
 * @param sql one statement
 * @param analyze run it to measure it, in a transaction that is rolled back; PostgreSQL only
 * @param confirm whether what is destructive was confirmed; matters with {@code analyze} only
 * @param queryId the caller's own name for the call, to cancel it by; null for none
 * @param timeoutMillis 1 to 3,600,000
 * @param parameters a JSON object for {@code :name}, an array for {@code $1}; null to leave the text as it is
 */
public record ExplainRequest(
        String sql,
        boolean analyze,
        boolean confirm,
        @Nullable String queryId,
        int timeoutMillis,
        @Nullable RawJson parameters) {}
