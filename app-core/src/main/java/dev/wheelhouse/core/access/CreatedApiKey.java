package dev.wheelhouse.core.access;

/** A new key and, this one time, its token. */
public record CreatedApiKey(ApiKey key, Token token) {}
