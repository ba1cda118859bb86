package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.platform.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * SQL to run.
 *
 * @param sql one or several statements
 * @param confirm whether destructive statements were confirmed
 * @param queryId the caller's own name for the call, to cancel it by; null for none
 * @param maxRows 1 to 1000
 * @param timeoutMillis 1 to 3,600,000; null for no limit, which only the window asks for
 * @param parameters a JSON object for {@code :name}, a JSON array for {@code $1…}; null to leave the text untouched
 */
public record QueryRequest(
        String sql,
        boolean confirm,
        @Nullable String queryId,
        int maxRows,
        @Nullable Integer timeoutMillis,
        @Nullable RawJson parameters) {

    public static final int MOST_ROWS = 1000;
    public static final int DEFAULT_TIMEOUT_MILLIS = 60_000;
    public static final int LONGEST_TIMEOUT_MILLIS = 3_600_000;
}
