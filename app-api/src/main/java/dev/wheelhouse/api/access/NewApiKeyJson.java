package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.NewApiKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /api-keys}. */
record NewApiKeyJson(
        String name,
        @Nullable List<String> scopes,
        @Nullable Integer expiresInDays,
        @Nullable Integer requestsPerMinute) {

    NewApiKey toNewApiKey() {
        return new NewApiKey(name, scopes, expiresInDays, requestsPerMinute);
    }
}
