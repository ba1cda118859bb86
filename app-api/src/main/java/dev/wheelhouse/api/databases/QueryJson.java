package dev.wheelhouse.api.databases;

import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.json.RawJson;
import org.jspecify.annotations.Nullable;

/** The body of operation 4. */
record QueryJson(
        String sql,
        @Nullable Boolean confirm,
        @Nullable String queryId,
        @Nullable Integer maxRows,
        @Nullable Integer timeoutMs,
        @Nullable RawJson params) {

    QueryRequest toRequest() {
        return new QueryRequest(
                sql,
                Boolean.TRUE.equals(confirm),
                queryId,
                maxRows == null ? QueryRequest.MOST_ROWS : maxRows,
                timeoutMs == null ? QueryRequest.DEFAULT_TIMEOUT_MILLIS : timeoutMs,
                params);
    }
}
