package dev.wheelhouse.api.access;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.access.NewApiKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /api-keys}.
 *
 * @param scopes left out for the usual ones; never null, as the key would have more scopes than meant
 */
record NewApiKeyJson(
        String name,
        Patch<List<String>> scopes,
        @Nullable Integer expiresInDays,
        @Nullable Integer requestsPerMinute) {

    /** @throws dev.wheelhouse.core.platform.error.AppException {@code validation_failed} for scopes that are null */
    NewApiKey toNewApiKey() {
        return new NewApiKey(name, scopes.unlessNull("scopes"), expiresInDays, requestsPerMinute);
    }
}
