package dev.wheelhouse.api.access;

/** The body of {@code PATCH /api-keys/{id}}. */
record ApiKeyPatch(int requestsPerMinute) {}
