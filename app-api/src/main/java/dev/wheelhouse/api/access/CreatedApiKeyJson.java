package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.CreatedApiKey;

/** A new key and, this one time, its token. */
record CreatedApiKeyJson(ApiKeyJson key, String token) {

    static CreatedApiKeyJson from(CreatedApiKey created) {
        return new CreatedApiKeyJson(
                ApiKeyJson.from(created.key()), created.token().text());
    }
}
