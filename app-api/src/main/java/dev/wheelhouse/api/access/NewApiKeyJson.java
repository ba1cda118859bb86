package dev.wheelhouse.api.access;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.access.NewApiKey;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /api-keys}.
 *
 * @param scopes left out for the usual ones. A null is refused: it may come of a variable that was not set, and the key would
 *     have more scopes than meant
 */
record NewApiKeyJson(
        String name,
        Patch<List<String>> scopes,
        @Nullable Integer expiresInDays,
        @Nullable Integer requestsPerMinute) {

    /** @throws AppException {@code validation_failed} for scopes that are null */
    NewApiKey toNewApiKey() {
        if (scopes instanceof Patch.Clear) {
            throw AppException.invalid("scopes", "Name the scopes, or leave this out for the usual ones.");
        }
        return new NewApiKey(name, scopes.apply(null), expiresInDays, requestsPerMinute);
    }
}
