package dev.wheelhouse.api.databases;

import dev.wheelhouse.core.databases.query.ExplainRequest;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.json.RawJson;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /db-connections/{id}/explain}. */
record ExplainJson(
        String sql,
        @Nullable Boolean analyze,
        @Nullable Boolean confirm,
        @Nullable String queryId,
        @Nullable Integer timeoutMs,
        @Nullable RawJson params) {

    ExplainRequest toRequest() {
        return new ExplainRequest(
                sql,
                Boolean.TRUE.equals(analyze),
                Boolean.TRUE.equals(confirm),
                queryId,
                timeoutMs == null ? QueryRequest.DEFAULT_TIMEOUT_MILLIS : timeoutMs,
                params);
    }
}
